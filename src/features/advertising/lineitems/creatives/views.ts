/** Converts rows of creatives to their wire shape; pure. */
import type { z } from "zod";
import { wireTime } from "../../../../platform/text/time.ts";
import type { creativeDetail } from "./schema.ts";
import { soundView } from "./sound/views.ts";
import type { CreativeRow } from "./store.ts";

type Detail = z.infer<typeof creativeDetail>;

export const creativeView = (row: CreativeRow, baseUrl: string): Detail => ({
  creative_id: row.creative_id,
  version: row.version,
  weight: row.weight,
  filename: row.filename,
  status: row.status,
  error: row.error,
  duration: row.duration,
  // The URL contains a digest of the file, so nobody can guess it.
  audio_url: row.media_key === null ? null : `${baseUrl}/media/${row.media_key}`,
  sound: soundView(row.sound),
  created_at: wireTime(row.created_at),
});
