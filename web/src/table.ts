// The table in the browser. Everything works without it, page by page; with it only the parts that changed are exchanged, so
// that zoom, scroll and focus stay.
import { start as startClocks } from "./clocks";
import { start as startCurtain } from "./curtain";
import { start as startFields } from "./fields";
import { start as startInSight } from "./insight";
import { start as startKeys } from "./keys";
import { start as startLive } from "./live";
import { start as startMap } from "./mapview";
import { start as startMarket } from "./market";
import { start as startNews } from "./news";
import { start as startNotes } from "./notes";
import { start as startPlaces } from "./places";
import { start as startSettings } from "./settings";
import { onSwap, start as startSwap } from "./swap";
import { start as startTimes } from "./times";

startSwap();
startInSight();
startCurtain();
startTimes();
startClocks();
startMap();
startPlaces();
startKeys();
startFields();
startSettings();
startMarket();
startNews();
startNotes();
startLive();
onSwap((root) => root.querySelector(".part-tabs [aria-current=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
document.documentElement.classList.add("scripted");
document.documentElement.dataset["ready"] = "yes";
