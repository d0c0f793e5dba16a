/** The lists of a player: its episodes, the chapters, the transcript. */
import { clock, element } from "./dom.js";

/** @typedef {import("./drawer.js").Panel} Panel */
/** @typedef {import("./engine.js").Track} Track */

/**
 * @param {Track[]} tracks
 * @param {{ current(): number, choose(index: number): void, withShow: boolean }} options
 * @returns {Panel}
 */
export const playlistPanel = (tracks, { current, choose, withShow }) => ({
  current,
  fill: (list) =>
    list.append(
      ...tracks.map(({ title, show_title, duration }, index) =>
        rowOf(
          () => choose(index),
          [
            element(
              "span",
              { class: "name" },
              title,
              withShow ? element("span", { class: "show" }, show_title) : null,
            ),
            duration > 0 ? element("span", { class: "at" }, clock(duration / 1000)) : null,
          ],
        ),
      ),
    ),
});

/**
 * @param {Track} track
 * @param {{ at(): number, seek(seconds: number): void }} options
 * @returns {Panel}
 */
export const chaptersPanel = ({ chapters = [] }, { at, seek }) => ({
  current: () => chapters.findLastIndex(({ starts_at }) => starts_at <= at() * 1000 + 50),
  fill: (list) =>
    list.append(
      ...chapters.map(({ starts_at, title, image_url }) =>
        rowOf(
          () => seek(starts_at / 1000),
          [
            element("span", { class: "at" }, clock(starts_at / 1000)),
            image_url === null
              ? null
              : element("img", { src: image_url, alt: "", width: 32, height: 32, loading: "lazy" }),
            element("span", { class: "name" }, title),
          ],
        ),
      ),
    ),
});

/**
 * @param {string} url
 * @param {{ at(): number, seek(seconds: number): void }} options
 * @returns {Panel}
 */
export function transcriptPanel(url, { at, seek }) {
  /** @type {import("./transcript.js").Cue[]} */
  let cues = [];
  return {
    current: () => cues.findLastIndex(({ from }) => at() >= from - 0.05),
    async fill(list) {
      const { loadCues } = await import("./transcript.js");
      cues = await loadCues(url);
      list.append(
        ...cues.map(({ from, text, speaker }, index) =>
          rowOf(
            () => seek(from),
            [
              element("span", { class: "at" }, clock(from)),
              element(
                "span",
                { class: "name said" },
                speaker === null || speaker === cues[index - 1]?.speaker
                  ? null
                  : element("b", {}, `${speaker}: `),
                text,
              ),
            ],
          ),
        ),
      );
    },
  };
}

/** @param {() => void} onclick @param {(Node | null)[]} parts */
const rowOf = (onclick, parts) => element("button", { type: "button", onclick }, ...parts);
