// Times as the reader's clock shows them.
import { onSwap } from "./swap";

const DAY = 24 * 3600 * 1000;

function local(element: HTMLTimeElement): void {
  const when = new Date(element.dateTime);
  if (Number.isNaN(when.getTime())) return;
  const clock = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const isOld = Date.now() - when.getTime() > DAY / 2;
  element.textContent = isOld ? `${clock}, ${when.toLocaleDateString()}` : clock;
}

export function start(): void {
  onSwap((root) => root.querySelectorAll<HTMLTimeElement>("time[data-local]").forEach(local));
}
