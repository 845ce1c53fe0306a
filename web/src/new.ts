// Options that do not exist for the number of names given are greyed; the server has the last word.
import { say } from "./words";

const fields = [...document.querySelectorAll<HTMLInputElement>(".players-in input")];
const options = [...document.querySelectorAll<HTMLFieldSetElement>("fieldset.option[data-players]")];

// What concerns links alone is shown where there are links, and a bot needs no name.
function sit(): void {
  const links = document.querySelector<HTMLInputElement>("input[name=sitting]:checked")?.value === "seats";
  for (const part of document.querySelectorAll<HTMLElement>(".with-seats")) part.hidden = !links;
  for (const part of document.querySelectorAll<HTMLElement>(".with-screen")) part.hidden = links;
  for (const field of fields) {
    const bot = field.form?.elements.namedItem(field.name.replace("player", "bot"));
    const person = !(bot instanceof HTMLSelectElement) || bot.value === "";
    if (field.dataset["needed"]) field.required = person;
    field.placeholder = person ? "" : say("a bot");
  }
}

function refresh(): void {
  sit();
  const count = String(fields.filter((field) => field.value.trim() || field.placeholder).length);
  for (const option of options) {
    const counts = (option.dataset["players"] ?? "").split(" ").filter(Boolean);
    option.classList.toggle("absent", counts.length > 0 && !counts.includes(count));
  }
  settle();
}

// What another choice brings is shown as chosen and cannot be changed; a disabled part of a form is not sent.
function settle(): void {
  const brought: Record<string, string> = {};
  const chosen = document.querySelectorAll<HTMLInputElement>("fieldset.option:not(.absent) input[data-implies]:checked");
  for (const box of chosen) Object.assign(brought, JSON.parse(box.dataset["implies"] ?? "{}"));
  for (const option of options) {
    const boxes = [...option.querySelectorAll("input")];
    const wanted = brought[boxes[0]?.name.replace("o.", "") ?? ""];
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
