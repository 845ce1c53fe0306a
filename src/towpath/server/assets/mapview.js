// Pan and zoom of the map: by wheel, drag, pinch, buttons and keys. The view is kept when the map is drawn anew.
const MOST = 8;
let view = null;
let whole = null;

const part = () => document.querySelector("[data-part=map]");
const picture = () => part()?.querySelector("svg");

function show() {
  const svg = picture();
  if (svg && view) svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

function clamp() {
  view.w = Math.min(Math.max(view.w, whole.w / MOST), whole.w);
  view.h = (view.w * whole.h) / whole.w;
  view.x = Math.min(Math.max(view.x, whole.x - view.w * 0.4), whole.x + whole.w - view.w * 0.6);
  view.y = Math.min(Math.max(view.y, whole.y - view.h * 0.4), whole.y + whole.h - view.h * 0.6);
}

export function zoom(factor, centre = null) {
  if (!view) return;
  const at = centre || { x: view.x + view.w / 2, y: view.y + view.h / 2 };
  const before = view.w;
  view.w /= factor;
  clampWidth();
  const share = view.w / before;
  view.x = at.x - (at.x - view.x) * share;
  view.y = at.y - (at.y - view.y) * share;
  clamp();
  show();
}

function clampWidth() {
  view.w = Math.min(Math.max(view.w, whole.w / MOST), whole.w);
}

export function move(right, down) {
  if (!view) return;
  view.x += right * view.w;
  view.y += down * view.h;
  clamp();
  show();
}

export function reset() {
  if (!whole) return;
  view = { ...whole };
  show();
}

function place(event) {
  const svg = picture();
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

function gestures(root) {
  const fingers = new Map();
  let moved = 0;
  root.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    fingers.set(event.pointerId, event);
    moved = 0;
  });
  root.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    const svg = picture();
    if (!before || !svg || !view) return;
    const scale = svg.getScreenCTM().a;
    if (fingers.size === 1) {
      const dx = event.clientX - before.clientX;
      const dy = event.clientY - before.clientY;
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 6) {
        if (!root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId);
        root.classList.add("dragging");
        view.x -= dx / scale;
        view.y -= dy / scale;
        clamp();
        show();
      }
    } else if (fingers.size === 2) {
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      moved = 100;
      if (was > 0) {
        const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
        zoom(is / was, place(middle));
      }
    }
    fingers.set(event.pointerId, event);
  });
  const lift = (event) => {
    fingers.delete(event.pointerId);
    root.classList.remove("dragging");
  };
  root.addEventListener("pointerup", lift);
  root.addEventListener("pointercancel", lift);
  root.addEventListener("lostpointercapture", lift);
  // A drag is no click.
  root.addEventListener("click", (event) => {
    if (moved > 6) {
      event.stopPropagation();
      event.preventDefault();
    }
    moved = 0;
  }, true);
  root.addEventListener("wheel", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.0016), place(event));
  }, { passive: false });
}

export function start(onSwap) {
  const root = part();
  if (!root) return;
  onSwap(() => {
    const svg = picture();
    if (!svg || svg.dataset.fitted) return;
    svg.dataset.fitted = "1";
    const box = svg.viewBox.baseVal;
    whole = { x: box.x, y: box.y, w: box.width, h: box.height };
    if (!view) view = { ...whole };
    show();
  });
  gestures(root);
  document.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (kind === "in") zoom(1.4);
    if (kind === "out") zoom(1 / 1.4);
    if (kind === "reset") reset();
  });
}
