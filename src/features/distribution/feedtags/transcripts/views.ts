/** Converts rows of transcripts to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../../platform/text/time.ts";
import type { transcript } from "./schema.ts";
import type { TranscriptRow } from "./store.ts";

type Placed = Pick<TranscriptRow, "url" | "media_key">;

/** The URL of a transcript. */
export const transcriptUrl = ({ url, media_key }: Placed, baseUrl: string): string =>
  url ?? `${baseUrl}/media/${media_key}`;

export const transcriptView = (
  row: TranscriptRow,
  baseUrl: string,
): z.infer<typeof transcript> => ({
  transcript_id: row.transcript_id,
  episode_id: row.episode_id,
  url: transcriptUrl(row, baseUrl),
  type: row.type,
  language: row.language,
  rel: row.rel,
  bytes: row.bytes,
  created_at: wireTime(row.created_at),
});
