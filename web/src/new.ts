// Options that do not exist for the number of names given are greyed; the server has the last word.
import { say } from "./words";

const fields = [...document.querySelectorAll<HTMLInputElement>(".players-in input")];
const options = [...document.querySelectorAll<HTMLFieldSetElement>("fieldset.option[data-players]")];

/** How few can play, by what is chosen of an option that decides it. */
function least(): number {
  const told = document.querySelector<HTMLElement>(".counts:not([hidden])")?.dataset["counts"];
  return told ? Math.min(...told.split(" ").map(Number)) : fields.filter((field) => field.dataset["needed"]).length;
}

/** Of the sentences on how many can play the one that fits what is chosen. */
function count(): void {
  for (const told of document.querySelectorAll<HTMLElement>(".counts")) {
    const { option, value } = told.dataset;
    told.hidden = document.querySelector<HTMLInputElement>(`input[name="${option}"]:checked`)?.value !== value;
  }
}

// What concerns links alone is shown where there are links, and a bot needs no name.
function sit(): void {
  const links = document.querySelector<HTMLInputElement>("input[name=sitting]:checked")?.value === "seats";
  for (const part of document.querySelectorAll<HTMLElement>(".with-seats")) part.hidden = !links;
  for (const part of document.querySelectorAll<HTMLElement>(".with-screen")) part.hidden = links;
  for (const field of fields) {
    const bot = field.form?.elements.namedItem(field.name.replace("player", "bot"));
    const person = !(bot instanceof HTMLSelectElement) || bot.value === "";
    field.required = person && fields.indexOf(field) < least();
    field.placeholder = person ? "" : say("a bot");
  }
}

function refresh(): void {
  count();
  sit();
  const players = String(fields.filter((field) => field.value.trim() || field.placeholder).length);
  for (const option of options) {
    const counts = (option.dataset["players"] ?? "").split(" ").filter(Boolean);
    option.classList.toggle("absent", counts.length > 0 && !counts.includes(players));
  }
  settle();
}

// What another choice brings is shown as chosen and cannot be changed; a disabled part of a form is not sent.
function settle(): void {
  const brought: Record<string, string> = {};
  const causes: Record<string, string> = {};
  const chosen = document.querySelectorAll<HTMLInputElement>("fieldset.option:not(.absent) input[data-implies]:checked");
  for (const box of chosen) {
    const implied = JSON.parse(box.dataset["implies"] ?? "{}") as Record<string, string>;
    Object.assign(brought, implied);
    const option = box.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
    const value = box.closest("label")?.textContent?.trim() ?? "";
    for (const name of Object.keys(implied)) causes[name] = say("Settled by “{option}: {value}”.", { option, value });
  }
  for (const option of options) {
    const boxes = [...option.querySelectorAll("input")];
    const name = boxes[0]?.name.replace("o.", "") ?? "";
    const wanted = brought[name];
    const told = option.querySelector(".brought");
    if (told) told.textContent = causes[name] ?? "";
    const before = option.disabled;
    option.disabled = wanted !== undefined;
    for (const box of boxes) {
      if (wanted !== undefined) box.checked = box.value === wanted;
      else if (before) box.checked = box.defaultChecked;
    }
  }
}

document.addEventListener("input", refresh);
refresh();
// With a keyboard at hand one begins with the names; on a phone that would hide what stands above them.
if (matchMedia("(hover: hover) and (min-width: 40rem)").matches) {
  document.querySelector<HTMLInputElement>("input[name=player1]")?.focus({ preventScroll: true });
}

export {};
