// Clocks tick in the page: the table says how far each was, and the page counts on from when it heard that. The reader's own
// clock may be wrong; only how fast it runs matters.
import { onSwap } from "./swap";
import { say } from "./words";

const heard = new WeakMap<HTMLElement, { seconds: number; at: number }>();

const two = (value: number): string => String(value).padStart(2, "0");

/** A time as the table writes it: 0:07, 12:05, 2:05:10, and from a day on 3 d 04:10. */
export function dial(seconds: number): string {
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return say("{days} d {time}", { days: Math.floor(hours / 24), time: `${two(hours % 24)}:${two(minutes)}` });
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick(): void {
  for (const face of document.querySelectorAll<HTMLElement>("[data-ticks]")) {
    const said = Number(face.dataset["ticks"]);
    let from = heard.get(face);
    if (!from || from.seconds !== said) heard.set(face, (from = { seconds: said, at: performance.now() }));
    const text = dial(said + Math.floor((performance.now() - from.at) / 1000));
    if (face.textContent !== text) face.textContent = text;
  }
}

export function start(): void {
  onSwap(tick);
  setInterval(tick, 1000);
  // A page that was asleep catches up at once.
  document.addEventListener("visibilitychange", tick);
}
