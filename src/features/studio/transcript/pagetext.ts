/** Cues as the text of a form field, which people can edit without scripts; pure. */
import {
  type Cue,
  clockText,
  millisecondsOf,
} from "../../distribution/feedtags/transcripts/cues.ts";

/** A block for each cue: its times and speaker in the first line, its words below. */
export const textOfCues = (cues: readonly Cue[]): string =>
  cues
    .map(({ starts_at, ends_at, speaker, text }) => {
      const times = `${clockText(starts_at)} --> ${clockText(ends_at)}`;
      return `${speaker === null ? times : `${times} ${speaker}`}\n${text}`;
    })
    .join("\n\n");

const HEAD = /^([\d:.,]{4,14})[ \t]*(?:-->|[-–—])[ \t]*([\d:.,]{4,14})(?:[ \t]+(\S.*))?$/;

/** A line that cannot be read, counted from 1. */
export type Fault = Readonly<{ line: number; fault: "times" | "order" }>;

/** The cues of the text, or the first line that has a fault. A cue without words is left out. */
export function cuesOfText(text: string): Cue[] | Fault {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const cues: Cue[] = [];
  let words: string[] | null = null;
  let head: Omit<Cue, "text"> | null = null;
  const close = () => {
    if (head !== null && words !== null && words.length > 0)
      cues.push({ ...head, text: words.join("\n") });
  };
  for (const [index, line] of lines.entries()) {
    const found = HEAD.exec(line.trim());
    const [starts_at, ends_at] = [
      millisecondsOf(found?.[1] ?? ""),
      millisecondsOf(found?.[2] ?? ""),
    ];
    if (starts_at !== null && ends_at !== null) {
      if (ends_at < starts_at) return { line: index + 1, fault: "order" };
      close();
      head = { starts_at, ends_at, speaker: found?.[3]?.slice(0, 100) ?? null, raw: null };
      words = [];
    } else if (line.trim() !== "") {
      if (words === null) return { line: index + 1, fault: "times" };
      words.push(line.trim());
    }
  }
  close();
  return cues;
}

/** The edited cues, each with the file's markup if its words are the same as before. */
export function keepRaw(edited: readonly Cue[], before: readonly Cue[]): Cue[] {
  const nameOf = ({ speaker, text }: Cue) => `${speaker ?? ""}\n${text}`;
  const known = Map.groupBy(before, nameOf);
  return edited.map((cue) => ({ ...cue, raw: known.get(nameOf(cue))?.shift()?.raw ?? null }));
}

/** Cues of a page that somebody else has saved otherwise than `mine`: with these times but other words, or missing. */
export function differences(mine: readonly Cue[], theirs: readonly Cue[]): Cue[] {
  const known = new Set(mine.map(({ speaker, text }) => `${speaker ?? ""}\n${text}`));
  return theirs.filter(({ speaker, text }) => !known.has(`${speaker ?? ""}\n${text}`));
}
