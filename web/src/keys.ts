// Keys. Letters work anywhere but in fields; what a key does is written in the list under "?".
import { move, reset, zoom } from "./mapview";
import { near } from "./page";
import { turn } from "./places";

const MOVES: Record<string, [number, number]> = { w: [0, -0.15], a: [-0.15, 0], s: [0, 0.15], d: [0.15, 0] };
const TYPED = "input:not([type=radio]):not([type=range]):not([type=checkbox]), select, textarea";

function hot(key: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(key)}"]:not(:disabled, .settling *)`);
  found?.click();
  return found !== null;
}

function help(): void {
  const list = document.querySelector<HTMLDialogElement>("#shortcuts");
  if (list && !list.open) list.showModal();
}

/** Whether a key meant something. */
function press(key: string, shift: boolean): boolean {
  const way = MOVES[key];
  const tab = document.querySelector<HTMLElement>(`.part-tabs [data-key="${CSS.escape(key.toUpperCase())}"]`);
  if (key === "?") help();
  else if (key === "+" || key === "=") zoom(1.4);
  else if (key === "-" || key === "−") zoom(1 / 1.4);
  else if (key === "0") reset();
  else if (key === "r" || key === "R") turn(shift ? -1 : 1);
  else if (way) move(...way);
  else if (tab) tab.click();
  else return hot(key);
  return true;
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const field = near(event, TYPED);
  const key = event.key;
  if (key === "Escape") {
    field?.blur();
    if (hot("Escape")) event.preventDefault();
    return;
  }
  if (field) return;
  if (key === "Enter") {
    if (!near(event, "a, button, summary, [role=button], input") && hot("Enter")) event.preventDefault();
    return;
  }
  if (key.startsWith("Arrow") && near(event, "input")) return;
  if (press(key, event.shiftKey)) event.preventDefault();
}

export function start(): void {
  document.addEventListener("click", (event) => {
    if (near(event, "[data-help]")) help();
  });
  document.addEventListener("keydown", pressed);
}
