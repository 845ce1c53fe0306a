// What this browser wants otherwise than others.
import { near } from "./page";

const KEY = "towpath:settings";

type Name = "confirm";

function all(): Partial<Record<Name, boolean>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<Name, boolean>>;
  } catch {
    return {};
  }
}

/** `confirm`: nothing is done by one click. */
export const wants = (name: Name): boolean => all()[name] === true;

export function start(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) box.checked = wants(box.dataset["setting"] as Name);
  document.addEventListener("change", (event) => {
    const box = near(event, "[data-setting]");
    if (!(box instanceof HTMLInputElement)) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...all(), [box.dataset["setting"] ?? ""]: box.checked }));
    } catch {
      // A browser that keeps nothing keeps no settings either.
    }
  });
}
