// A market wider than the window opens where most tokens are.
import { part } from "./page";
import { onFinish } from "./swap";

const AROUND = 12;
let shown: string | undefined;

/** How far to scroll so that as many tokens as can be are in sight together, in the middle; of equally many the most advanced. */
function best(frame: HTMLElement, tokens: DOMRect[]): number {
  const room = frame.clientWidth - 2 * AROUND;
  const offset = frame.scrollLeft - frame.getBoundingClientRect().left;
  const groups = tokens.map((first) => tokens.filter((each) => each.left >= first.left && each.right <= first.left + room));
  const most = Math.max(...groups.map((group) => group.length));
  const group = groups.filter((each) => each.length === most).sort((one, other) => left(other) - left(one))[0] ?? [];
  return offset + (left(group) + Math.max(...group.map((each) => each.right))) / 2 - frame.clientWidth / 2;
}

const left = (group: DOMRect[]): number => Math.min(...group.map((each) => each.left));

function open(): void {
  const tab = document.body.dataset["tab"];
  if (tab === shown) return;
  shown = tab;
  const frame = part("panel")?.querySelector<HTMLElement>(".tp-scroll:has(> svg.tp-market)");
  const tokens = [...(frame?.querySelectorAll(".token .token-rim") ?? [])].map((each) => each.getBoundingClientRect());
  if (frame && tokens.length && frame.scrollWidth > frame.clientWidth) frame.scrollLeft = best(frame, tokens);
}

export function start(): void {
  open();
  onFinish(open);
}
