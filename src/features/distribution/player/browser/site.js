/** Starts what the public pages share: players, play buttons, the dock, and navigation that keeps playing. */
import { openActs } from "./acts.js";
import { followSeek, mountCard } from "./card.js";
import { openDock } from "./dock.js";
import { element, find, hit, set } from "./dom.js";
import { createEngine } from "./engine.js";
import { closeMenus, copyOrOpen } from "./follow.js";
import { forgetHeard, rememberHeard, showHeard } from "./heard.js";
import { browse } from "./navigate.js";
import { createQueue } from "./queue.js";
import { fillReadings } from "./reading.js";
import { pressRow, watchRows } from "./rows.js";
import { openSync } from "./sync.js";

const SEARCH_FIELD = ".top form.search input";
const engine = createEngine(
  /** @type {HTMLAudioElement} */ (element("audio", { preload: "none" })),
);
/** @type {ReturnType<typeof watchRows> | null} */
let rows = null;
const sync = openSync(engine, () => rows?.refresh());
engine.kept = (track, isLeft, at) => {
  rememberHeard(track, isLeft);
  sync.kept(track, isLeft, at);
};
const queue = createQueue(engine);
/** @type {import("./card.js").Card[]} */
let cards = [];
const listedAfter = () => cards.map((card) => card.next()).find((next) => next !== null) ?? null;
engine.ended = (track) => void (queue.goesOn() && queue.advance(track, listedAfter()));
const advance = () => {
  const track = engine.track();
  if (track !== null) queue.advance(track, listedAfter());
};
/** Media keys are of use once something plays. */
const connect = () => import("./session.js").then((keys) => keys.connectSession(engine, advance));
engine.audio.addEventListener("play", () => void connect(), { once: true });
const dock = openDock(engine);
openActs(queue, sync.mark);

/** What must end before another page is shown. @type {(() => void)[]} */
let endings = [];

function show() {
  for (const end of endings) end();
  const players = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-player]")]);
  cards = players.map((root) => mountCard(root, engine));
  fillReadings();
  showCurrentTab();
  announceSuggestions();
  suggestTo(document.activeElement);
  showHeard();
  rows = watchRows(engine);
  endings = [...cards.map(({ end }) => end), rows.end, dock.besides(cards)];
}

/** For browsers that do not know `scroll-initial-target`, and for pages that were swapped in. */
function showCurrentTab() {
  const tab = /** @type {HTMLElement | null} */ (find(document, ".tabs li:has([aria-current])"));
  const row = tab?.parentElement;
  if (row)
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** The search field is a combobox before anybody turns to it. */
function announceSuggestions() {
  const field = find(document, SEARCH_FIELD);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" };
  for (const [name, value] of Object.entries({ ...attributes, autocomplete: "off" }))
    if (field !== null) set(field, name, value);
}

/** Loads what suggests when somebody turns to the search field: most visitors never do. @param {Element | null} field */
async function suggestTo(field) {
  if (!field?.matches(SEARCH_FIELD)) return;
  const { suggestInSearch } = await import("./suggest.js");
  suggestInSearch();
}

/** The sheet, loaded when it is first opened. @type {Promise<{ open(): void }> | null} */
let upNext = null;

async function openUpNext() {
  upNext ??= import("./upnext.js").then((sheet) => sheet.openUpNext(engine, queue));
  (await upNext).open();
}
show();

document.addEventListener("focusin", ({ target }) => suggestTo(/** @type {Element} */ (target)));
document.addEventListener("click", (event) => {
  pressRow(engine, event);
  const link = hit(event, "[data-seek]");
  if (link !== null) {
    event.preventDefault();
    followSeek(engine, link);
  }
  const ask = /** @type {HTMLAnchorElement | null} */ (hit(event, "a[data-notify]"));
  if (ask !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    import("./notify.js").then(({ askToNotify }) => askToNotify(ask));
  }
  if (hit(event, '[data-act="up-next"]') !== null) openUpNext();
  copyOrOpen(event);
  forgetHeard(hit(event, "[data-forget]"));
  closeMenus(event);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(event);
  // The play buttons of lists are links that act as buttons.
  if (event.key === " ") pressRow(engine, event);
});
document.addEventListener("submit", sync.noteForm);
browse(show);
