/** Draws the position and the marks over the waveform, and turns pointers and keys on them into moments. */
import { formatMoment } from "./moments.js";
import { drag, make } from "./parts.js";
import { addScale } from "./scale.js";

/** @typedef {import("./rows.js").Mark} Mark */

const STEPS = new Map([
  ["ArrowLeft", -1000],
  ["ArrowRight", 1000],
  [",", -50],
  [".", 50],
]);
const ZOOMS = [1, 2, 4, 8, 16];

/**
 * @param {{ box: HTMLElement, texts: Record<string, string>, duration: number, onMove: (at: number) => void,
 *   onMark: (mark: Mark, at: number) => void, onKey: (key: string, mark: Mark | null) => void }} spec
 */
export function createDial({ box, texts, duration, onMove, onMark, onKey }) {
  const picture = box.querySelector("svg");
  if (picture === null) throw new Error("a dial needs a waveform");
  const scroll = make("div", "wave-scroll");
  const track = make("div", "wave-track");
  const head = make("div", "wave-head");
  const clock = box.querySelector(".wave-clock");
  picture.before(scroll);
  scroll.append(track);
  track.append(picture, head);
  addScale(track, duration);
  for (const old of picture.querySelectorAll(".mark")) old.remove();
  const slider = (/** @type {HTMLElement} */ element, /** @type {string} */ name) => {
    element.tabIndex = 0;
    element.role = "slider";
    element.ariaLabel = name;
    element.ariaValueMin = "0";
    element.ariaValueMax = String(Math.round(duration));
  };
  slider(head, texts.dial ?? "");
  const length = formatMoment(1000 * Math.round(duration / 1000));
  let position = 0;
  let zoom = 0;
  /** @type {Map<HTMLElement, { handle: HTMLElement, mark: Mark }>} */
  const handles = new Map();

  const bound = (/** @type {number} */ at) => Math.min(duration, Math.max(0, Math.round(at)));
  const place = (/** @type {HTMLElement} */ element, /** @type {number} */ at) => {
    element.style.left = `${(100 * bound(at)) / Math.max(1, duration)}%`;
    element.ariaValueNow = String(bound(at));
  };
  const momentAt = (/** @type {PointerEvent} */ { clientX }) => {
    const { left, width } = track.getBoundingClientRect();
    return bound((duration * (clientX - left)) / width);
  };
  const point = (/** @type {number} */ at) => {
    position = bound(at);
    place(head, position);
    head.ariaValueText = formatMoment(position);
    if (clock !== null)
      clock.textContent = `${formatMoment(100 * Math.floor(position / 100))} / ${length}`;
  };

  /** Keys of the position, or of a mark. */
  const keysOf =
    (/** @type {() => Mark | null} */ markOf) => (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const mark = markOf();
      const step = STEPS.get(event.key);
      if (step !== undefined) {
        event.preventDefault();
        const by = event.shiftKey && Math.abs(step) === 1000 ? 10 * step : step;
        if (mark === null) onMove(bound(position + by));
        else onMark(mark, bound(mark.at + by));
      } else if ([" ", "b", "c", "q", "Delete"].includes(event.key)) {
        event.preventDefault();
        event.stopPropagation();
        onKey(event.key, mark);
      }
    };
  head.addEventListener(
    "keydown",
    keysOf(() => null),
  );
  drag(track, (event) => onMove(momentAt(event)));

  /** Makes the handle of a row. */
  function handleOf(/** @type {Mark} */ mark) {
    const found = handles.get(mark.row);
    if (found !== undefined) return Object.assign(found, { mark });
    const handle = make("div", `handle ${mark.kind}`);
    slider(handle, "");
    if (mark.kind === "chapter") handle.append(make("span", "handle-name"));
    const made = { handle, mark };
    handles.set(mark.row, made);
    handle.addEventListener(
      "keydown",
      keysOf(() => made.mark),
    );
    handle.addEventListener("focus", () => mark.row.classList.add("is-current"));
    handle.addEventListener("blur", () => mark.row.classList.remove("is-current"));
    drag(handle, (event) => onMark(made.mark, momentAt(event)));
    track.append(handle);
    return made;
  }

  function draw(/** @type {Mark[]} */ marks) {
    const present = new Set(marks.map(({ row }) => row));
    for (const [row, { handle }] of handles) {
      if (present.has(row)) continue;
      handle.remove();
      handles.delete(row);
      delete row.dataset.n;
    }
    const counts = { chapter: 0, break: 0 };
    for (const mark of marks) {
      const { handle } = handleOf(mark);
      counts[mark.kind] += 1;
      const name = (texts[mark.kind] ?? "").replace("{n}", String(counts[mark.kind]));
      handle.ariaLabel = mark.title === "" ? name : `${name}: ${mark.title}`;
      handle.ariaValueText = formatMoment(mark.at);
      handle.title = `${handle.ariaLabel} · ${formatMoment(mark.at)}`;
      // The row has the number of its flag.
      for (const one of [handle, mark.row]) one.dataset.n = String(counts[mark.kind]);
      place(handle, mark.at);
    }
    nameChapters(marks.filter(({ kind }) => kind === "chapter"));
  }

  /** The title beside each flag, as far as there is room before the next. */
  function nameChapters(/** @type {Mark[]} */ chapters) {
    chapters.forEach(({ row, at, title }, n) => {
      const name = handles.get(row)?.handle.querySelector(".handle-name");
      if (!(name instanceof HTMLElement)) return;
      name.textContent = title;
      const share = ((chapters[n + 1]?.at ?? duration) - at) / Math.max(1, duration);
      name.style.setProperty("--share", String(share));
    });
  }

  function setZoom(/** @type {number} */ next) {
    zoom = Math.min(ZOOMS.length - 1, Math.max(0, next));
    track.style.width = `${100 * (ZOOMS[zoom] ?? 1)}%`;
    const share = position / Math.max(1, duration);
    scroll.scrollLeft = share * track.offsetWidth - scroll.clientWidth / 2;
  }

  const onButton = (/** @type {string} */ name, /** @type {() => void} */ act) => {
    const found = box.querySelector(`[data-act="${name}"]`);
    found?.addEventListener("click", act);
    return found;
  };
  const play = onButton("play", () => onKey(" ", null));
  onButton("chapter", () => onKey("c", null));
  onButton("break", () => onKey("b", null));
  onButton("zoom_in", () => setZoom(zoom + 1));
  onButton("zoom_out", () => setZoom(zoom - 1));
  point(0);
  return {
    point,
    draw,
    /** The button says what it will do. */
    setPlaying(/** @type {boolean} */ isPlaying) {
      if (play !== null) play.textContent = (isPlaying ? texts.pause : texts.play) ?? "";
    },
    /** Gives the focus to the handle of a row, or to the position. */
    focus(/** @type {HTMLElement | null} */ row) {
      const handle = row === null ? head : handles.get(row)?.handle;
      handle?.focus();
    },
  };
}
