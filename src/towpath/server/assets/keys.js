// Keys. Letters work anywhere but in fields; what a key does is written in the list under "?".
import { move, reset, zoom } from "./mapview.js";
import { turn } from "./places.js";

const TABS = { m: "market", c: "companies", t: "trains", i: "tiles", x: "sheet", l: "log" };
const MOVES = { w: [0, -0.15], a: [-0.15, 0], s: [0, 0.15], d: [0.15, 0] };

function hot(key) {
  const found = document.querySelector(`[data-hotkey="${CSS.escape(key)}"]:not(:disabled)`);
  if (!found) return false;
  found.click();
  return true;
}

function help() {
  const list = document.querySelector("#shortcuts");
  if (list && !list.open) list.showModal();
}

export function start() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) help();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const field = event.target.closest("input:not([type=radio]):not([type=range]), select, textarea");
    const key = event.key;
    if (key === "Escape") {
      if (field) field.blur();
      if (hot("Escape")) event.preventDefault();
      return;
    }
    if (field) return;
    const onControl = event.target.closest("a, button, summary, [role=button], input");
    if (key === "Enter") {
      if (!onControl && hot("Enter")) event.preventDefault();
      return;
    }
    if (key.startsWith("Arrow") && event.target.closest("input")) return;
    let done = true;
    if (key === "?") help();
    else if (key === "+" || key === "=") zoom(1.4);
    else if (key === "-" || key === "−") zoom(1 / 1.4);
    else if (key === "0") reset();
    else if (key === "r" || key === "R") turn(event.shiftKey ? -1 : 1);
    else if (MOVES[key]) move(...MOVES[key]);
    else if (TABS[key]) document.querySelector(`.part-tabs [data-tab=${TABS[key]}]`)?.click();
    else done = hot(key);
    if (done) event.preventDefault();
  });
}
