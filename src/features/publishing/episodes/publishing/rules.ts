/** Converts the parameters of a write to columns; pure except for the random key. */
import type { Selectable, Updateable } from "kysely";
import type { Episodes } from "../../../../platform/db/rows.ts";
import type { UploadedFile } from "../../../../platform/http/route.ts";
import { keyOf } from "../../shows/rules.ts";
import { hasMedia } from "../rules.ts";
import { datesAfter, whenPlayable } from "./dates.ts";
import type { EpisodeParams } from "./schema.ts";

/** The stored columns that a change depends on. */
export type PublishingColumns = Pick<
  Selectable<Episodes>,
  | "type"
  | "visibility"
  | "limited_key"
  | "published_at"
  | "auto_published_at"
  | "publish_when_ready"
  | "encoding_id"
  | "media_key"
  | "media_url"
>;

/** The initial columns of a new episode. */
export const NEW: PublishingColumns = {
  type: "DRAFT",
  visibility: "PUBLIC",
  limited_key: null,
  published_at: null,
  auto_published_at: null,
  publish_when_ready: true,
  encoding_id: null,
  media_key: null,
  media_url: null,
};

/**
 * The audio that a write brings, if any. `link`: played from a URL. `fetch`: fetched from a URL and encoded. `file`: of
 * the form or of a resumable upload, which the write uses up; encoded too.
 */
export type AudioChoice =
  | { link: string }
  | { fetch: string }
  | { file: UploadedFile; upload_id: string | null }
  | null;

/** The columns that `params` change, apart from show, descriptions, chapters, image and encoding. */
export function columnsOf(
  params: EpisodeParams,
  present: PublishingColumns,
  audio: AudioChoice,
  now: Date,
): Updateable<Episodes> {
  const { image_crop, chapters, show_id, type, media_url, upload_id, ...given } = params;
  const { description, description_html, limited_key, ...rest } = given;
  const { published_at, auto_published_at, ...plain } = rest;
  const linked = audio !== null && "link" in audio ? linkedTo(audio.link) : {};
  const isComing = audio !== null || present.encoding_id !== null;
  const playable = hasMedia({ ...present, ...linked });
  const dates = datesAfter(
    { published_at, auto_published_at },
    publicationFields(present),
    playable || isComing,
    now,
  );
  return {
    ...plain,
    ...keyOf(present, params.visibility, limited_key),
    ...linked,
    ...(playable ? whenPlayable(dates, now) : dates),
  };
}

export const publicationFields = ({
  published_at,
  auto_published_at,
  publish_when_ready,
}: PublishingColumns) => ({
  published_at,
  auto_published_at,
  publish_when_ready,
});

/** The audio is played from its URL, so encoded audio and a running encoding are dropped. */
const linkedTo = (media_url: string) =>
  ({
    type: "EXTERNAL",
    media_url,
    media_type: null,
    media_bytes: null,
    ...NO_STORED_AUDIO,
    duration: 0,
    encoding_status: "READY",
    encoding_error: null,
  }) satisfies Updateable<Episodes>;

/** The episode has no files in the media store, and no encoding in progress. */
export const NO_STORED_AUDIO = {
  media_key: null,
  original_key: null,
  upload_key: null,
  encoding_id: null,
  source_url: null,
  waveform_key: null,
  media_header_bytes: null,
  media_frames: null,
  loudness_lufs: null,
} satisfies Updateable<Episodes>;
