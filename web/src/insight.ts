// On a wide screen the map is above all else: a part below it that is asked for is scrolled to, and the map when a place is chosen.
import { isSmall, near } from "./page";
import { onFinish } from "./swap";

const ENOUGH = 0.5;
let wanted: string | null = null;

/** Whether all of it is in sight, or enough to fill much of the window. */
function isSeen(target: Element): boolean {
  const { top, bottom } = target.getBoundingClientRect();
  const whole = top >= 0 && bottom <= innerHeight;
  return whole || Math.min(bottom, innerHeight) - Math.max(top, 0) > innerHeight * ENOUGH;
}

export function start(): void {
  document.addEventListener("click", (event) => {
    if (near(event, ".part-tabs [data-tab]")) wanted = ".below";
    else if (near(event, "[data-part=decision] a[data-place], [data-part=tools] a")) wanted = ".map-side";
    else wanted = null;
  });
  onFinish(() => {
    const target = wanted === null || isSmall() ? null : document.querySelector(wanted);
    wanted = null;
    if (target && !isSeen(target)) target.scrollIntoView({ block: "start" });
  });
}
