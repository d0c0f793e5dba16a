/** What the JSON columns hold: structures that are written whole and read whole. */

/** The type of each JSON column; every one must be listed. */
export const JSON_COLUMNS: Record<string, string> = {
  "audit_entries.after": "JsonObject",
  "audit_entries.before": "JsonObject",
  "campaigns.frequency_cap": "StoredFrequencyCap[]",
  "creatives.sound": "StoredSound",
  "episode_feed_tags.value": "JsonValue",
  "event_outbox.data": "JsonObject",
  "events.data": "JsonObject",
  "imports.report": "JsonValue",
  "lineitems.exclusions": "StoredSeparations",
  "lineitems.frequency_cap": "StoredFrequencyCap[]",
  "lineitems.target_ads_type": "StoredFilter<string>",
  "lineitems.target_apps": "StoredFilter<string>",
  "lineitems.target_categories": "StoredFilter<number>",
  "lineitems.target_dayparts": "StoredFilter<StoredDaypart>",
  "lineitems.target_devices": "StoredFilter<string>",
  "lineitems.target_episodes": "StoredFilter<number>",
  "lineitems.target_geo": "StoredFilter<string>",
  "lineitems.target_languages": "StoredFilter<string>",
  "lineitems.target_midroll_position": '"first" | "last" | number',
  "lineitems.target_os": "StoredFilter<string>",
  "lineitems.target_shows": "StoredFilter<number>",
  "lineitems.target_tags": "StoredFilter<string>",
  "oauth_keys.jwk": "JsonObject",
  "oauth_records.payload": "JsonObject",
  "owned_jobs.payload": "JsonValue",
  "opportunities.samples": "JsonObject[]",
  "renditions.segments": "JsonValue",
  "show_feed_tags.value": "JsonValue",
  "shows.default_breaks": "StoredBreak[]",
  "uploads.info": "JsonObject",
};

/** Appended to the generated row types. */
export const JSON_TYPES = `export type JsonPrimitive = boolean | number | string | null;
export type JsonObject = { [key: string]: JsonValue | undefined };
export type JsonValue = JsonValue[] | JsonObject | JsonPrimitive;

/** {max, count, unit}: one listener hears at most \`max\` in \`count\` units. */
export type StoredFrequencyCap = {
  max: number;
  count: number;
  unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME";
};

/** A targeting filter. */
export type StoredFilter<V> = {
  type: "INCLUDE" | "EXCLUDE";
  matcher: "ONE_OF";
  values: V[];
};

/** Hours of the day, from \`from\` up to \`to\`, on \`days\` (1 is Monday). */
export type StoredDaypart = { days: number[]; from: number; to: number };

/** What must not be heard beside an ad. */
export type StoredSeparations = {
  industries: string[];
  advertisers: number[];
  scope: "break" | "download";
};

/** What was measured of a creative: levels in LUFS and dBTP (null: silence), silence in ms, peaks from 0 to 100. */
export type StoredSound = {
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
  silence_start: number;
  silence_end: number;
  peaks: number[];
  source: {
    format: string;
    loudness_lufs: number | null;
    true_peak_dbtp: number | null;
    clipped: boolean;
  };
};

/** A break of episodes without cuepoints; \`timecode\` in ms, of mid-rolls only. */
export type StoredBreak = {
  position: "preroll" | "midroll" | "postroll";
  ads_max_count: number;
  timecode?: number;
};
`;
