/** Parses transcripts (WebVTT, SRT, the JSON of the podcast namespace) and highlights the current cue. */
import { clock, element } from "./dom.js";

/** @typedef {{ from: number, to: number, text: string, speaker: string | null }} Cue */

const TIME = /(?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3}/;

/** @param {string} text `01:02:03.400`, `02:03,4` */
const seconds = (text) =>
  text
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/**
 * The cues of a transcript in any of the three formats; empty for anything else.
 * @param {string} text
 * @returns {Cue[]}
 */
function cuesOf(text) {
  return text.trimStart().startsWith("{") ? fromJson(text) : fromLines(text);
}

/** @param {string} text @returns {Cue[]} */
function fromJson(text) {
  const { segments = [] } = JSON.parse(text);
  return segments.map((/** @type {any} */ segment) => ({
    from: Number(segment.startTime),
    to: Number(segment.endTime ?? segment.startTime),
    text: String(segment.body ?? ""),
    speaker: segment.speaker ? String(segment.speaker) : null,
  }));
}

/**
 * The start and end times of a cue.
 * @param {string} line
 */
function timesOf(line) {
  const [before = "", after] = line.split("-->", 2);
  const [from] = TIME.exec(before) ?? [];
  const [to] = TIME.exec(after ?? "") ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}

/** @param {string} text @returns {Cue[]} */
function fromLines(text) {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split("\n");
      const at = lines.findIndex((line) => timesOf(line) !== null);
      const times = timesOf(lines[at] ?? "");
      if (times === null) return [];
      const said = lines.slice(at + 1).join(" ");
      const speaker = /<v(?:\.[^\s<>]{0,99})?\s([^<>]{1,199})>/.exec(said)?.[1]?.trim() ?? null;
      return [
        {
          from: seconds(times.from),
          to: seconds(times.to),
          text: said.replace(/<[^<>]*>/g, "").trim(),
          speaker,
        },
      ];
    });
}

/**
 * A collapsed panel that fetches the transcript when it is opened.
 * @param {{ title: string, failed: string, url: string, seek(seconds: number): void }} options
 */
export function transcriptPanel({ title, failed, url, seek }) {
  const list = element("ol", { class: "cues" });
  const panel = element("details", { class: "panel" }, element("summary", {}, title), list);
  /** @type {{ cue: Cue, button: HTMLElement }[]} */
  let shown = [];
  let current = -1;
  const load = async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    shown = cuesOf(await answer.text()).map((cue) => ({ cue, button: cueButton(cue, seek) }));
    list.replaceChildren(...shown.map(({ button }) => element("li", {}, button)));
  };
  panel.addEventListener(
    "toggle",
    () => load().catch(() => list.replaceChildren(element("li", {}, failed))),
    { once: true },
  );
  return {
    panel,
    /** @param {number} at seconds */
    follow(at) {
      const index = shown.findIndex(({ cue }) => at >= cue.from && at < cue.to);
      if (index < 0 || index === current) return;
      shown[current]?.button.removeAttribute("aria-current");
      current = index;
      const button = shown[index]?.button;
      button?.setAttribute("aria-current", "true");
      if (button && panel.hasAttribute("open"))
        list.scrollTo({ top: button.offsetTop - list.offsetTop - list.clientHeight / 3 });
    },
  };
}

/** @param {Cue} cue @param {(seconds: number) => void} seek */
const cueButton = (cue, seek) =>
  element(
    "button",
    { type: "button", class: "cue", onclick: () => seek(cue.from) },
    element("span", { class: "at" }, clock(cue.from)),
    element("span", {}, cue.speaker === null ? cue.text : `${cue.speaker}: ${cue.text}`),
  );
