// A quiet mark on what others did since somebody here last did something, or was last here.
import { isSmall, known, part } from "./page";
import { go, onSwap } from "./swap";

/** On a wide screen news lies over a corner of the map for so long. */
const SHOWN_FOR = 20_000;
let since: number | null = null;
let going = 0;

const key = (): string => `towpath:${document.body.dataset["game"] ?? ""}`;

/** The entry after which everything is news; `null` when nothing is. */
export const newsSince = (): number | null => since;

/** Somebody else did something. */
export function more(): void {
  since ??= known();
}

/** It has been seen. */
export function seen(): void {
  since = null;
}

function remember(): void {
  try {
    localStorage.setItem(key(), String(known()));
  } catch {
    // A browser that keeps nothing shows no news of earlier days.
  }
}

function remembered(): number {
  try {
    return Number(localStorage.getItem(key()) ?? known());
  } catch {
    return known();
  }
}

function markLog(): void {
  for (const line of document.querySelectorAll<HTMLLIElement>(".log li")) line.classList.toggle("new", since !== null && line.value > since);
}

/** It goes by itself, but not from under the eyes of whoever points at it or has the focus in it. */
function goes(): void {
  clearTimeout(going);
  const shown = part("news");
  if (isSmall() || !shown?.firstElementChild) return;
  going = setTimeout(() => {
    if (shown.matches(":hover, :focus-within")) return goes();
    seen();
    shown.replaceChildren();
    shown.dataset["version"] = "";
  }, SHOWN_FOR);
}

export function start(): void {
  const before = remembered();
  if (before < known()) {
    since = before;
    void go(location.href, { push: false, quiet: true });
  }
  onSwap(markLog);
  onSwap((root) => {
    if (root === part("news")) goes();
  });
  document.addEventListener("visibilitychange", remember);
  addEventListener("pagehide", remember);
  remember();
}
