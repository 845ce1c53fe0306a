// The table in the browser. Everything works without it, page by page; with it only the parts that changed are exchanged, so
// that zoom, scroll and focus stay.
import { onSwap, start as startSwap } from "./swap.js";
import { start as startMap } from "./mapview.js";
import { start as startPlaces } from "./places.js";
import { start as startKeys } from "./keys.js";
import { start as startFields } from "./fields.js";

startSwap();
startMap(onSwap);
startPlaces(onSwap);
startKeys();
startFields();
onSwap((root) => root.querySelector(".part-tabs [aria-current=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
document.documentElement.dataset.ready = "yes";
