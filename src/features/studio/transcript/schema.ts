/** Parameters of the page of an episode's transcript. */
import { z } from "zod";
import { id, integer, oneOf, paragraphs, verbatim } from "../../../platform/http/params.ts";
import { transcriptParams } from "../../distribution/feedtags/transcripts/schema.ts";

export const episodeId = z.object({ episode_id: id() });
export const transcriptId = episodeId.extend({ transcript_id: id() });

/** Cues in one form: it is sent with at most 64 KiB. */
export const PAGE_CUES = 100;

const page = integer({ min: 1, max: 100_000 }).catch(1).prefault(1);

export const transcriptQuery = z.object({
  transcript: id().optional().catch(undefined),
  page,
});

export const cuesForm = z.object({
  transcript_id: id(),
  /** The file whose cues are edited. */
  media_key: verbatim({ max: 200 }),
  page: integer({ min: 1, max: 100_000 }),
  cues: paragraphs({ max: 60_000 }),
});

/** A form sends empty fields; a file comes without a type. */
export const uploadForm = transcriptParams.extend({
  url: z.preprocess((value) => (value === "" ? undefined : value), transcriptParams.shape.url),
  type: z.preprocess((value) => (value === "" ? undefined : value), transcriptParams.shape.type),
  rel: z.preprocess((value) => (value === "" ? null : value), transcriptParams.shape.rel),
});

export const removeForm = z.object({
  transcript_id: id(),
  /** The file that the person saw; empty for a transcript elsewhere. */
  media_key: verbatim({ max: 200 }),
});

export const EXPORTS = ["vtt", "srt", "txt", "json"] as const;
export type Export = (typeof EXPORTS)[number];

export const exportQuery = z.object({ format: oneOf(EXPORTS) });
