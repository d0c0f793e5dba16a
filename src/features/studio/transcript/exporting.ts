/** A transcript as a file in the format that somebody asks for; pure. */
import {
  type Cue,
  withoutRaw,
  writeCues,
  writeText,
} from "../../distribution/feedtags/transcripts/cues.ts";
import { FORMATS } from "../../distribution/feedtags/transcripts/rules.ts";
import type { Export } from "./schema.ts";

/** `type`: of the stored file, whose markup only that format can hold. */
export function exportOf(cues: readonly Cue[], format: Export, type: string, name: string) {
  if (format === "txt")
    return { name: `${name}.txt`, type: "text/plain; charset=utf-8", text: writeText(cues) };
  const own = FORMATS[format] === type;
  return {
    name: `${name}.${format}`,
    type: `${FORMATS[format]}; charset=utf-8`,
    text: writeCues(own ? cues : withoutRaw(cues), format),
  };
}
