/** Wire shapes of audience statistics (contract §10). */
import { z } from "zod";
import { episodeSummary } from "../episodes/schema.ts";
import { organizationDetail } from "../organizations/schema.ts";
import { showSummary } from "../shows/schema.ts";
import { publicUser } from "../users/schema.ts";

const plays = {
  plays_count: z.int(),
  plays_ondemand_count: z.int(),
  plays_live_count: z.int(),
  downloads_count: z.int(),
};
const likes = { likes_count: z.int() };
const network = {
  ...plays,
  ...likes,
  episodes_count: z.int(),
  shows_count: z.int(),
  followers_count: z.int(),
};

export const OVERALL = {
  organization: z
    .object({ ...network, users_count: z.int(), organization: organizationDetail })
    .meta({ id: "OrganizationStatistics" }),
  user: z.object({ ...network, user: publicUser }).meta({ id: "UserStatistics" }),
  show: z
    .object({
      ...plays,
      ...likes,
      episodes_count: z.int().meta({
        description: "Episodes that listeners find now, as `episodes_count` of the show itself.",
      }),
      title: z.string(),
      show: showSummary,
    })
    .meta({ id: "ShowStatistics" }),
  episode: z
    .object({
      ...plays,
      ...likes,
      chapters_count: z.int(),
      messages_count: z.int(),
      episode: episodeSummary,
    })
    .meta({ id: "EpisodeStatistics" }),
};

const FIRST_DAY = "First day of the bucket, no earlier than `from`.";
const date = z.string().meta({ description: FIRST_DAY });
/** What has one figure a bucket, by the last part of its path. */
export const SERIES = {
  plays: z.object({ date, ...plays }),
  likes: z.object({ date, ...likes }),
  followers: z.object({ date, followers_count: z.int() }),
  listeners: z.object({ date, listeners_count: z.int() }),
};

/** How often each source was used in a bucket; a name may be any text. */
const datedCounts = z.array(
  z.object({ date }).catchall(z.int()).meta({ description: "The date, and plays by source." }),
);

const percentage = z.number();
const named = z.object({ name: z.string(), percentage });
/** What the audience is made up of, by the last part of its path. */
export const SHARES = {
  sources: z.object({
    overall: z.array(z.object({ name: z.string(), plays_count: z.int(), percentage })),
    details: datedCounts,
  }),
  devices: z.array(named),
  os: z.object({ desktop: z.array(named), mobile: z.array(named) }),
  geographics: z.object({
    country: z.array(z.object({ name: z.string(), code: z.string(), percentage })),
    city: z.array(named),
  }),
};

export const exclusion = z.object({ reason: z.string(), requests_count: z.int() });

const state = { ...plays, is_deleted: z.boolean(), is_transferred: z.boolean() };
/** Items of totals lists, by what is listed. */
export const ITEMS = {
  user: z
    .object({ user_id: z.int(), fullname: z.string(), ...state })
    .meta({ id: "UserPlaysItem" }),
  show: z.object({ show_id: z.int(), title: z.string(), ...state }).meta({ id: "ShowPlaysItem" }),
  episode: z
    .object({ episode_id: z.int(), title: z.string(), ...state })
    .meta({ id: "EpisodePlaysItem" }),
};
