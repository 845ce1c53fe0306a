// The map as a control: a click on a hex or stop presses what stands for it in the decision, or asks why there is nothing.
// A tile in hand is turned by clicking it, by the wheel, or by R.
import { go } from "./swap.js";

const decision = () => document.querySelector("[data-part=decision]");
const strip = () => decision()?.querySelector("[data-strip]");

function control(place) {
  return decision()?.querySelector(`[data-place="${CSS.escape(place)}"]`);
}

function press(target) {
  if (target.matches("input[type=radio]")) {
    target.checked = true;
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.focus();
  } else if (target.matches("option")) {
    target.selected = true;
    target.parentElement.focus();
  } else if (!target.matches("input[type=hidden]")) {
    target.click();
  }
}

function picked(event) {
  const stop = event.target.closest("[data-stop]")?.dataset.stop;
  const hex = stop ? stop.split("/")[0] : event.target.closest("[data-hex]")?.dataset.hex;
  return { stop, hex };
}

function choose(event) {
  const { stop, hex } = picked(event);
  if (!hex) return;
  const open = strip();
  if (open?.dataset.strip === hex) {
    if (!turn(1)) first();
    return;
  }
  const base = location.pathname;
  const tab = document.body.dataset.tab;
  const kept = tab && tab !== "act" ? `&tab=${tab}` : "";
  const target = (stop && control(stop)) || control(hex) || decision()?.querySelector(`[data-place^="${CSS.escape(hex)}/"]`);
  if (target) press(target);
  else if (open || decision()?.querySelector(".confirm")) go(`${base}?hex=${encodeURIComponent(hex)}${kept}`);
  else go(`${base}?why=${encodeURIComponent(hex)}${kept}`);
}

// -- the tile in hand -------------------------------------------------------------------------------------------------

function ways(tile) {
  return [...(strip()?.querySelectorAll("a.turn") || [])].filter((way) => !tile || way.dataset.tile === tile);
}

function inHand() {
  const text = decision()?.querySelector(".strip ~ .confirm input[name=choice]")?.value;
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function first() {
  const way = ways()[0];
  if (way) go(way.href, { push: true });
}

export function turn(step) {
  const hand = inHand();
  if (!hand || !hand.tile) return false;
  const all = ways(hand.tile);
  const at = all.findIndex((way) => Number(way.dataset.rotation) === hand.rotation);
  if (all.length > 1) go(all[(at + step + all.length) % all.length].href, { push: false });
  return true;
}

export function start() {
  document.querySelector("[data-part=map]")?.addEventListener("click", choose);
  document.querySelector("[data-part=map]")?.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest("[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      choose(event);
    }
  });
  let idle = 0;
  document.querySelector("[data-part=map]")?.addEventListener("wheel", (event) => {
    const hand = inHand();
    if (!hand || event.ctrlKey || picked(event).hex !== hand.hex) return;
    event.preventDefault();
    if (Date.now() - idle < 140) return;
    idle = Date.now();
    turn(event.deltaY > 0 ? 1 : -1);
  }, { passive: false, capture: true });
  // The strip: a tile is taken in its first rotation; clicked again, it turns.
  document.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-strip] [data-tile]:not(a.turn)");
    if (!tile) return;
    event.preventDefault();
    const hand = inHand();
    if (hand && hand.tile === tile.dataset.tile) turn(1);
    else {
      const way = ways(tile.dataset.tile)[0];
      if (way) go(way.href, { push: !hand });
    }
  });
}
