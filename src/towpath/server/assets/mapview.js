// Pan and zoom of the map: by wheel, drag, pinch, buttons and keys. The view is kept when the map is drawn anew.
const MOST = 8;
let view = null;
let whole = null;
// Who sees the whole map goes on seeing it when the window changes its shape.
let entire = true;

const part = () => document.querySelector("[data-part=map]");
const picture = () => part()?.querySelector("svg");

function show() {
  const svg = picture();
  if (svg && view) svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

// The view has the shape of its window, so that nothing is lost to bars.
function ratio() {
  const box = part().getBoundingClientRect();
  return box.width && box.height ? box.width / box.height : whole.w / whole.h;
}

function widest() {
  return Math.max(whole.w, whole.h * ratio());
}

function clamp() {
  view.w = Math.min(Math.max(view.w, whole.w / MOST), widest());
  view.h = view.w / ratio();
  view.x = between(view.x, whole.x, whole.w, view.w);
  view.y = between(view.y, whole.y, whole.h, view.h);
  entire = view.w > widest() * 0.999;
}

// Where the map is smaller than the window it stays in the middle; else a little beyond its edges can be seen.
function between(value, start, size, seen) {
  if (seen >= size) return start + (size - seen) / 2;
  const beyond = seen * 0.15;
  return Math.min(Math.max(value, start - beyond), start + size - seen + beyond);
}

export function zoom(factor, centre = null) {
  if (!view) return;
  const at = centre || { x: view.x + view.w / 2, y: view.y + view.h / 2 };
  const before = view.w;
  view.w = Math.min(Math.max(view.w / factor, whole.w / MOST), widest());
  const share = view.w / before;
  view.x = at.x - (at.x - view.x) * share;
  view.y = at.y - (at.y - view.y) * share;
  clamp();
  show();
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
  view = { ...whole, w: widest() };
  clamp();
  show();
}

// The whole map; but a narrow window begins with a piece of it that can be read, around what may be done.
function begin() {
  if (!whole || !part().getBoundingClientRect().width) return;
  reset();
  if (ratio() > 0.75 * (whole.w / whole.h)) return;
  view.w = whole.h * ratio();
  const marks = [...picture().querySelectorAll("[role=button] > *")].map((mark) => mark.getBoundingClientRect());
  const frame = picture().getBoundingClientRect();
  if (marks.length && frame.width) {
    const middle = marks.reduce((sum, mark) => sum + mark.x + mark.width / 2, 0) / marks.length;
    view.x = whole.x + ((middle - frame.x) / frame.width) * whole.w - view.w / 2;
  }
  clamp();
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
    if (view) show();
    else begin();
  });
  new ResizeObserver(() => {
    if (!view) begin();
    else if (entire) reset();
    else {
      clamp();
      show();
    }
  }).observe(root);
  gestures(root);
  document.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (kind === "in") zoom(1.4);
    if (kind === "out") zoom(1 / 1.4);
    if (kind === "reset") reset();
  });
}
