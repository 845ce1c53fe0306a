// Pan and zoom of the map: by wheel, drag, pinch, buttons and keys. The view is kept when the map is drawn anew.
import { near, part } from "./page";
import { onSwap } from "./swap";

interface View {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Point {
  x: number;
  y: number;
}

const MOST = 8;
const CLICK = 6;
let view: View | null = null;
let whole: View | null = null;
// Who sees the whole map goes on seeing it when the window changes its shape.
let entire = true;

const root = (): HTMLElement | null => part("map");
const picture = (): SVGSVGElement | null => root()?.querySelector<SVGSVGElement>("svg") ?? null;

function show(): void {
  if (view) picture()?.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

/** The view has the shape of its window, so that nothing is lost to bars. */
function ratio(all: View): number {
  const box = root()?.getBoundingClientRect();
  return box?.width && box.height ? box.width / box.height : all.w / all.h;
}

function widest(all: View): number {
  return Math.max(all.w, all.h * ratio(all));
}

function clamp(seen: View, all: View): void {
  seen.w = Math.min(Math.max(seen.w, all.w / MOST), widest(all));
  seen.h = seen.w / ratio(all);
  seen.x = between(seen.x, all.x, all.w, seen.w);
  seen.y = between(seen.y, all.y, all.h, seen.h);
  entire = seen.w > widest(all) * 0.999;
  root()?.parentElement?.classList.toggle("zoomed", !entire);
  show();
}

/** Where the map is smaller than the window it stays in the middle; else a little beyond its edges can be seen. */
function between(value: number, start: number, size: number, seen: number): number {
  if (seen >= size) return start + (size - seen) / 2;
  const beyond = seen * 0.15;
  return Math.min(Math.max(value, start - beyond), start + size - seen + beyond);
}

export function zoom(factor: number, centre: Point | null = null): void {
  if (!view || !whole) return;
  const at = centre ?? { x: view.x + view.w / 2, y: view.y + view.h / 2 };
  const before = view.w;
  view.w = Math.min(Math.max(view.w / factor, whole.w / MOST), widest(whole));
  const share = view.w / before;
  view.x = at.x - (at.x - view.x) * share;
  view.y = at.y - (at.y - view.y) * share;
  clamp(view, whole);
}

export function move(right: number, down: number): void {
  if (!view || !whole) return;
  view.x += right * view.w;
  view.y += down * view.h;
  clamp(view, whole);
}

export function reset(): void {
  if (!whole) return;
  view = { ...whole, w: widest(whole) };
  clamp(view, whole);
}

/** Room around what may be done, and the least of the map that is shown at the beginning. */
const AROUND = 0.6;
const LEAST = 0.45;

/** The whole map; but a narrow window begins with the part of it where something may be done, all of that in sight. */
function begin(): void {
  const svg = picture();
  if (!whole || !svg || !root()?.getBoundingClientRect().width) return;
  reset();
  if (!view || ratio(whole) > 0.9 * (whole.w / whole.h)) return;
  const frame = svg.getScreenCTM();
  const marks = [...svg.querySelectorAll("[role=button] > :not(title)")].map((each) => each.getBoundingClientRect());
  if (!marks.length || !frame) return;
  const [left, right] = [Math.min(...marks.map((each) => each.left)), Math.max(...marks.map((each) => each.right))];
  const [top, bottom] = [Math.min(...marks.map((each) => each.top)), Math.max(...marks.map((each) => each.bottom))];
  const [w, h] = [(right - left) / frame.a, (bottom - top) / frame.a];
  const room = Math.max(AROUND * Math.max(...marks.map((each) => each.width)) / frame.a, 0);
  const wanted = Math.max(w + 2 * room, (h + 2 * room) * ratio(whole), whole.w * LEAST);
  if (wanted >= whole.w) return;
  view.w = wanted;
  view.h = wanted / ratio(whole);
  view.x = (left - frame.e) / frame.a + w / 2 - view.w / 2;
  view.y = (top - frame.f) / frame.a + h / 2 - view.h / 2;
  clamp(view, whole);
}

function place(at: { clientX: number; clientY: number }): Point | null {
  const matrix = picture()?.getScreenCTM();
  return matrix ? new DOMPoint(at.clientX, at.clientY).matrixTransform(matrix.inverse()) : null;
}

function gestures(area: HTMLElement): void {
  const fingers = new Map<number, PointerEvent>();
  let moved = 0;

  function drag(before: PointerEvent, event: PointerEvent, scale: number): void {
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved <= CLICK || !view || !whole) return;
    if (!area.hasPointerCapture(event.pointerId)) area.setPointerCapture(event.pointerId);
    area.classList.add("dragging");
    view.x -= dx / scale;
    view.y -= dy / scale;
    clamp(view, whole);
  }

  function pinch(before: PointerEvent, event: PointerEvent): void {
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (!other) return;
    const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
    const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
    moved = 100;
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    if (was > 0) zoom(is / was, place(middle));
  }

  area.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    fingers.set(event.pointerId, event);
    moved = 0;
  });
  area.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    const scale = picture()?.getScreenCTM()?.a;
    if (!before || !scale) return;
    if (fingers.size === 1) drag(before, event, scale);
    else if (fingers.size === 2) pinch(before, event);
    fingers.set(event.pointerId, event);
  });
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    area.classList.remove("dragging");
  };
  area.addEventListener("pointerup", lift);
  area.addEventListener("pointercancel", lift);
  area.addEventListener("lostpointercapture", lift);
  // A drag is no click.
  area.addEventListener("click", (event) => {
    if (moved > CLICK) {
      event.stopPropagation();
      event.preventDefault();
    }
    moved = 0;
  }, true);
  area.addEventListener("wheel", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.0016), place(event));
  }, { passive: false });
}

export function start(): void {
  const area = root();
  if (!area) return;
  onSwap(() => {
    const svg = picture();
    if (!svg || svg.dataset["fitted"]) return;
    svg.dataset["fitted"] = "1";
    const box = svg.viewBox.baseVal;
    whole = { x: box.x, y: box.y, w: box.width, h: box.height };
    if (view) show();
    else begin();
  });
  new ResizeObserver(() => {
    if (!view) begin();
    else if (entire) reset();
    else if (whole) clamp(view, whole);
  }).observe(area);
  gestures(area);
  document.addEventListener("click", (event) => {
    const kind = near(event, "[data-zoom]")?.dataset["zoom"];
    if (kind === "in") zoom(1.4);
    if (kind === "out") zoom(1 / 1.4);
    if (kind === "reset") reset();
  });
}
