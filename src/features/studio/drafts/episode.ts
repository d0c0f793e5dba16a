/** An episode's details as a form that is saved by itself: its fields, their values, and how they are stored. */
import { z } from "zod";
import { htmlOfNotes } from "../../../platform/text/notes.ts";
import { notesOfHtml } from "../../../platform/text/notesofhtml.ts";
import { type EpisodeParams, episodeParams } from "../../publishing/episodes/publishing/schema.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import type { Values } from "./rules.ts";

/** The fields of an episode that people write or choose; audio, cover and publication have forms of their own. */
const DRAFT_FIELDS = [
  "title",
  "description",
  "tags",
  "season_number",
  "episode_number",
  "season_episode_type",
  "episode_link",
  "explicit",
  "visibility",
  "hidden",
  "download_enabled",
  "permalink",
  "rss_guid",
  "location_latitude",
  "location_longitude",
  "ai_generated",
] as const;

type DraftField = (typeof DRAFT_FIELDS)[number];

const fields = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, true])) as Record<
  DraftField,
  true
>;

/** What a draft sends: any of the fields, and the revision that it began with. */
export const draftForm = episodeParams.pick(fields).extend({
  revision: z.coerce.number().int(),
  // Nothing chosen changes nothing.
  season_episode_type: z.preprocess(
    (value) => (value === "" ? undefined : value),
    episodeParams.shape.season_episode_type,
  ),
});

type Draft = Omit<z.infer<typeof draftForm>, "revision">;

/** The description as people edit it. An older one may have no HTML. */
const notesOf = ({ description, description_html }: EpisodeRow): string =>
  description_html === "" ? (description ?? "") : notesOfHtml(description_html);

/** The present values, as a form's fields have them. */
export const draftValues = (episode: EpisodeRow): Record<DraftField, string> => ({
  title: episode.title,
  description: notesOf(episode),
  tags: episode.tags.join(", "),
  season_number: text(episode.season_number),
  episode_number: text(episode.episode_number),
  season_episode_type: episode.season_episode_type ?? "",
  episode_link: episode.episode_link ?? "",
  explicit: String(episode.explicit),
  visibility: episode.visibility,
  hidden: String(episode.hidden),
  download_enabled: String(episode.download_enabled),
  permalink: episode.permalink,
  rss_guid: episode.rss_guid,
  location_latitude: text(episode.location_latitude),
  location_longitude: text(episode.location_longitude),
  ai_generated: String(episode.ai_generated),
});

const text = (value: number | null): string => (value === null ? "" : String(value));

/** The parameters that save a draft. Notes that were not edited stay as they are, with all of their markup. */
export function draftParams({ description, ...draft }: Draft, present: EpisodeRow): EpisodeParams {
  const isSame = description === undefined || description.trim() === notesOf(present).trim();
  return isSame ? draft : { ...draft, description_html: htmlOfNotes(description) };
}

const CHOSEN: ReadonlySet<string> = new Set([
  "season_episode_type",
  "explicit",
  "visibility",
  "hidden",
  "download_enabled",
  "ai_generated",
]);

/** How readers see a value that is chosen, not written; null: as it is written. */
export const chosenText = (
  texts: Readonly<Record<string, string>>,
  name: string,
  value: string,
): string | null => {
  if (!CHOSEN.has(name)) return null;
  return Object.hasOwn(texts, value) ? (texts[value] ?? value) : value;
};

/** Only the fields of a draft. */
export const draftFieldsOf = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)));
