/** Reads a transcript as paragraphs for readers; pure. */
import { cuesOf } from "../../distribution/feedtags/transcripts/cues.ts";

/** What is said from a moment on, in milliseconds. */
export type Paragraph = Readonly<{ starts_at: number; speaker: string | null; text: string }>;

/** A paragraph ends with a change of speaker, or at the end of a sentence once it is this long. */
const LONG = 400;
const LONGEST = 1200;
/** About ten hours of speech; the file has the rest. */
const MOST_TEXT = 600_000;
const MOST_CUES = 30_000;
const SENTENCE_END = /[.!?…。！？]["”»’)]*$/u;

/** The paragraphs of a file of this media type; none if it cannot be read. */
export function paragraphsOf(file: string, type: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let length = 0;
  for (const { starts_at, speaker, text } of cuesOf(file, type, MOST_CUES)) {
    const cue = { starts_at, speaker, text: text.replaceAll("\n", " ") };
    if (cue.text === "") continue;
    length += cue.text.length;
    if (length > MOST_TEXT) break;
    const last = paragraphs.at(-1);
    if (last === undefined || isNewParagraph(last, cue)) paragraphs.push(cue);
    else paragraphs[paragraphs.length - 1] = { ...last, text: `${last.text} ${cue.text}` };
  }
  return paragraphs;
}

const isNewParagraph = (last: Paragraph, cue: Paragraph): boolean =>
  (cue.speaker !== null && cue.speaker !== last.speaker) ||
  last.text.length > LONGEST ||
  (last.text.length > LONG && SENTENCE_END.test(last.text.slice(-5)));
