// The page of the seats: links are copied, and kept in this browser, because the table itself does not know them.
import { say } from "./words";

const table = document.body.dataset["game"] ?? "";
const address = document.body.dataset["address"];

// What was shown once came as the answer to a form: a reload must not send that again.
if (address && location.pathname !== address) history.replaceState({}, "", address);

type Links = Record<string, string>;

const KEY = `towpath-links-${table}`;

function kept(): Links {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Links;
  } catch {
    return {};
  }
}

function keep(links: Links): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(links));
  } catch {
    // A browser that keeps nothing shows links once, as the page says.
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const field = document.getElementById(button.dataset["copy"] ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  let done = false;
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    // Without a secure connection there is no clipboard; what is selected can be copied by hand.
  }
  const label = button.textContent;
  button.textContent = done ? say("Copied") : say("Selected");
  setTimeout(() => (button.textContent = label), 1500);
}

function refresh(): void {
  const links = kept();
  for (const item of document.querySelectorAll<HTMLElement>("[data-link]"))
    links[item.dataset["seat"] ?? ""] = item.dataset["link"] ?? "";
  // A seat that a bot plays has no link any more.
  for (const seat of document.querySelectorAll<HTMLElement>("[data-linkless]")) delete links[seat.dataset["seat"] ?? ""];
  keep(links);
  for (const place of document.querySelectorAll<HTMLElement>("[data-kept-link]")) {
    const link = links[place.dataset["keptLink"] ?? ""];
    const field = place.querySelector("input");
    if (!link || !field) continue;
    field.value = link;
    place.hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[data-copy]") : null;
  if (button) void copy(button);
});
// Who has come, and how long everybody has thought, is told as it happens.
async function look(): Promise<void> {
  if (!address) return;
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  for (const seat of document.querySelectorAll<HTMLElement>("li[data-seat]")) {
    for (const what of ["[data-presence]", "[data-time]"]) {
      const now = page.querySelector(`li[data-seat="${CSS.escape(seat.dataset["seat"] ?? "")}"] ${what}`);
      const place = seat.querySelector(what);
      if (now && place && now.textContent !== place.textContent) place.textContent = now.textContent;
    }
  }
}

if (table && typeof EventSource !== "undefined")
  new EventSource(`/games/${table}/stream`).addEventListener("entry", () => void look());

refresh();
document.documentElement.dataset["ready"] = "yes";

export {};
