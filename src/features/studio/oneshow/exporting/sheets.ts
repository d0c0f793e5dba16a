/** A show's episodes and audio as CSV; pure. */
import type { Sheet } from "../../../../platform/http/csv.ts";
import { wireTime } from "../../../../platform/text/time.ts";
import { episodeState, hasMedia } from "../../../publishing/episodes/rules.ts";
import type { ExportRow } from "../store.ts";
import type { Words } from "./words.ts";

type Columns = Words["columns"];

/** The values of a row by the names of its columns, which are in the language of the page. */
const sheetOf = <K extends keyof Columns>(
  name: string,
  words: Words,
  keys: readonly K[],
  rows: readonly Readonly<Record<K, string | number | boolean | null>>[],
): Sheet => ({
  name,
  header: keys.map((key) => words.columns[key]),
  rows: rows.map((row) => keys.map((key) => row[key])),
});

const time = (at: Date | null): string | null => at && wireTime(at);

export const episodesSheet = (
  words: Words,
  show_id: number,
  rows: readonly ExportRow[],
  baseUrl: string,
): Sheet =>
  sheetOf(
    `show-${show_id}-episodes`,
    words,
    [
      ...(["title", "state", "published_at", "scheduled_at", "season", "number", "kind"] as const),
      ...(["explicit", "tags", "guid", "page", "description"] as const),
    ],
    rows.map((row) => ({
      title: row.title,
      state: words.states[episodeState(row)],
      published_at: time(row.published_at),
      scheduled_at: time(row.auto_published_at),
      season: row.season_number,
      number: row.episode_number,
      kind: row.season_episode_type,
      explicit: row.explicit,
      tags: row.tags.join(", "),
      guid: row.rss_guid,
      page: `${baseUrl}/episode/${row.episode_id}`,
      description: row.description,
    })),
  );

/** Only what is out: the addresses of other audio open for nobody without a session. */
export const audioSheet = (
  words: Words,
  show_id: number,
  rows: readonly ExportRow[],
  baseUrl: string,
): Sheet =>
  sheetOf(
    `show-${show_id}-audio`,
    words,
    ["title", "guid", "audio", "bytes", "seconds"],
    rows
      .filter((row) => episodeState(row) === "published" && hasMedia(row))
      .map((row) => ({
        title: row.title,
        guid: row.rss_guid,
        audio:
          row.media_key === null
            ? row.media_url
            : `${baseUrl}/v2/episodes/${row.episode_id}/download.mp3`,
        bytes: row.media_bytes,
        seconds: row.duration / 1000,
      })),
  );
