/** The panels below an episode's controls: chapters and transcript. */
import { choice, choicePanel } from "./lists.js";
import { transcriptPanel } from "./transcript.js";

/** @typedef {import("./player.js").Deck} Deck */
/** @typedef {{ panel: HTMLElement, refresh(): void }} Panel */

/** @param {Deck} deck @returns {Panel[]} */
export function trackPanels(deck) {
  const { chapters, transcript_url } = deck.track();
  return [
    ...(deck.setup.chapters && chapters.length > 0 ? [chapterPanel(deck)] : []),
    ...(transcript_url === null ? [] : [spokenPanel(deck, transcript_url)]),
  ];
}

/** @param {Deck} deck @returns {Panel} */
function chapterPanel({ audio, setup, say, seek, play, track }) {
  const { chapters } = track();
  const { panel, mark } = choicePanel({
    title: say("chapters"),
    open: !setup.compact,
    items: chapters,
    choose: ({ starts_at }) => {
      seek(starts_at / 1000);
      play();
    },
    show: ({ image_url, title, starts_at }) => choice(image_url, title, starts_at),
  });
  const refresh = () => {
    const at = audio.currentTime * 1000 + 50;
    mark(chapters.findLastIndex(({ starts_at }) => starts_at <= at));
  };
  return { panel, refresh };
}

/** @param {Deck} deck @param {string} url @returns {Panel} */
function spokenPanel({ audio, say, seek }, url) {
  const { panel, follow } = transcriptPanel({
    title: say("transcript"),
    failed: say("failed"),
    url,
    seek,
  });
  return { panel, refresh: () => follow(audio.currentTime) };
}
