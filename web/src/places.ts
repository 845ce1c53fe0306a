// The map as a control: a click on a hex or stop presses what stands for it in the decision, or asks why there is nothing.
// A tile in hand is turned by clicking it, by the wheel, or by R.
import { address, decision, near, part } from "./page";
import { go } from "./swap";

interface Hand {
  hex?: string;
  tile?: string;
  rotation?: number;
}

const strip = (): HTMLElement | null => decision()?.querySelector<HTMLElement>("[data-strip]") ?? null;

function control(place: string): HTMLElement | null {
  return decision()?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ?? null;
}

function press(target: HTMLElement): void {
  if (target instanceof HTMLInputElement && target.type === "radio") {
    target.checked = true;
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.focus();
  } else if (target instanceof HTMLOptionElement) {
    target.selected = true;
    target.parentElement?.focus();
  } else if (!target.matches("input[type=hidden]")) {
    target.click();
  }
}

function picked(event: Event): { stop: string | undefined; hex: string | undefined } {
  const stop = near(event, "[data-stop]")?.dataset["stop"];
  return { stop, hex: stop ? stop.split("/")[0] : near(event, "[data-hex]")?.dataset["hex"] };
}

const at = (query: Record<string, string>): string => address(query, ["seat", "sandbox", "step", "at"]);

/** A stop tapped with a run in hand changes it; a run tapped is taken in hand. Whether it was about runs. */
function tapped(event: Event, stop: string | undefined, hex: string | undefined): boolean {
  const runs = decision()?.querySelector<HTMLElement>("[data-runs]");
  if (!runs) return false;
  const base = runs.querySelector<HTMLElement>("[data-tap]")?.dataset["tap"];
  const run = near(event, "[data-run]")?.dataset["run"];
  const place = stop ?? hex;
  if (base) {
    if (place) void go(`${base}&${new URLSearchParams({ tap: place })}`, { push: false });
    return place !== undefined;
  }
  const visits = (link: HTMLElement): boolean =>
    (link.dataset["stops"] ?? "").split(" ").some((each) => each === stop || (!stop && each.split("/")[0] === hex));
  const links = [...runs.querySelectorAll<HTMLElement>("[data-edit]")];
  const taken = links.find((link) => link.dataset["index"] === run) ?? links.find(visits);
  taken?.click();
  return taken !== undefined;
}

/** What is settled of an action that is composed. */
function settled(): Record<string, string> {
  const begun = new URLSearchParams(location.search).get("begun");
  return begun === null ? {} : { begun };
}

function choose(event: Event): void {
  const { stop, hex } = picked(event);
  if (tapped(event, stop, hex) || !hex) return;
  const open = strip();
  if (open?.dataset["strip"] === hex) {
    if (!turn(1)) first();
    return;
  }
  const begun = decision()?.querySelector<HTMLElement>(`[data-place^="${CSS.escape(hex)}/"]`) ?? null;
  const target = (stop && control(stop)) || control(hex) || begun;
  if (target) press(target);
  else if (open || decision()?.querySelector(".confirm, .composed")) void go(at({ hex, ...settled() }));
  else void go(at({ why: hex }));
}

// -- the tile in hand -------------------------------------------------------------------------------------------------

function ways(tile = ""): HTMLAnchorElement[] {
  return [...(strip()?.parentElement?.querySelectorAll<HTMLAnchorElement>("a.turn") ?? [])].filter(
    (way) => !tile || way.dataset["tile"] === tile,
  );
}

function inHand(): Hand | null {
  const confirm = decision()?.querySelector<HTMLElement>("[data-strip] ~ .confirm");
  const text = confirm?.dataset["hand"] ?? confirm?.querySelector<HTMLInputElement>("input[name=choice]")?.value;
  if (!text) return null;
  try {
    return JSON.parse(text) as Hand;
  } catch {
    return null;
  }
}

function first(): void {
  const way = ways()[0];
  if (way) void go(way.href);
}

/** Turn the tile in hand; whether there is one. */
export function turn(step: number): boolean {
  const hand = inHand();
  if (!hand?.tile) return false;
  const all = ways(hand.tile);
  const at = all.findIndex((way) => Number(way.dataset["rotation"]) === hand.rotation);
  const next = all[(at + step + all.length) % all.length];
  if (next && all.length > 1) void go(next.href, { push: false });
  return true;
}

export function start(): void {
  const map = part("map");
  map?.addEventListener("click", choose);
  map?.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && near(event, "[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      choose(event);
    }
  });
  let idle = 0;
  map?.addEventListener("wheel", (event) => {
    const hand = inHand();
    if (!hand || event.ctrlKey || picked(event).hex !== hand.hex) return;
    event.preventDefault();
    if (Date.now() - idle < 140) return;
    idle = Date.now();
    turn(event.deltaY > 0 ? 1 : -1);
  }, { passive: false, capture: true });
  // The strip: a tile is taken in its first rotation; clicked again, it turns.
  document.addEventListener("click", (event) => {
    const tile = near(event, "[data-strip] [data-tile]:not(a.turn)");
    if (!tile) return;
    event.preventDefault();
    const hand = inHand();
    if (hand && hand.tile === tile.dataset["tile"]) turn(1);
    else {
      const way = ways(tile.dataset["tile"])[0];
      if (way) void go(way.href, { push: !hand });
    }
  });
}
