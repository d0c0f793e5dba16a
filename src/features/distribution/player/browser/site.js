/** Starts what the public pages share: players, play buttons, the dock, and navigation that keeps playing. */
import { followSeek, mountCard } from "./card.js";
import { openDock } from "./dock.js";
import { element, hit } from "./dom.js";
import { createEngine } from "./engine.js";
import { closeMenus, copyOrOpen } from "./follow.js";
import { forgetHeard, rememberHeard, showHeard } from "./heard.js";
import { browse } from "./navigate.js";
import { fillReadings } from "./reading.js";
import { pressRow, watchRows } from "./rows.js";
import { connectSession } from "./session.js";
import { suggestInSearch } from "./suggest.js";

const engine = createEngine(
  /** @type {HTMLAudioElement} */ (element("audio", { preload: "none" })),
);
engine.kept = rememberHeard;
connectSession(engine);
const dock = openDock(engine);

/** What must end before another page is shown. @type {(() => void)[]} */
let endings = [];

function show() {
  for (const end of endings) end();
  engine.ended = () => {};
  const players = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-player]")]);
  const cards = players.map((root) => mountCard(root, engine));
  fillReadings();
  suggestInSearch();
  showHeard();
  endings = [...cards.map(({ end }) => end), watchRows(engine), dock.besides(cards)];
}
show();

document.addEventListener("click", (event) => {
  pressRow(engine, event);
  const link = hit(event, "[data-seek]");
  if (link !== null) {
    event.preventDefault();
    followSeek(engine, link);
  }
  copyOrOpen(event);
  forgetHeard(hit(event, "[data-forget]"));
  closeMenus(event);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(event);
  // The play buttons of lists are links that act as buttons.
  if (event.key === " ") pressRow(engine, event);
});
browse(show);
