// A quiet mark on what others did since somebody here last did something, or was last here.
import { known } from "./page";
import { go, onSwap } from "./swap";

let since: number | null = null;

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

export function start(): void {
  const before = remembered();
  if (before < known()) {
    since = before;
    void go(location.href, { push: false, quiet: true });
  }
  onSwap(markLog);
  document.addEventListener("visibilitychange", remember);
  addEventListener("pagehide", remember);
  remember();
}
