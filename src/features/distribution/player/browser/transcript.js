/** Parses transcripts (WebVTT, SRT, the JSON of the podcast namespace). */

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
 * The cues of the transcript at `url`.
 * @param {string} url
 */
export async function loadCues(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return cuesOf(await answer.text());
}
