/** Wire shapes of audience statistics (contract §10). */
import { z } from "zod";
import { organizationDetail } from "../../people/organizations/schema.ts";
import { publicUser } from "../../people/users/schema.ts";
import { episodeSummary } from "../../publishing/episodes/schema.ts";
import { showSummary } from "../../publishing/shows/schema.ts";

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
        description: "Episodes that listeners can find now, as in `episodes_count` of the show.",
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

const FIRST_DAY = "First day of the bucket, not before `from`.";
const date = z.string().meta({ description: FIRST_DAY });
/** Series with one figure per bucket, by the last segment of their path. */
export const SERIES = {
  plays: z.array(z.object({ date, ...plays })).meta({ id: "PlayStatistics" }),
  likes: z.array(z.object({ date, ...likes })).meta({ id: "LikeStatistics" }),
  followers: z
    .array(z.object({ date, followers_count: z.int() }))
    .meta({ id: "FollowerStatistics" }),
  listeners: z
    .array(z.object({ date, listeners_count: z.int() }))
    .meta({ id: "ListenerStatistics" }),
};

/** The sums of each weekday and hour. */
export const HOURS = z
  .array(
    z.object({
      weekday: z.int().meta({ description: "From 1 (Monday) to 7 (Sunday), in the time zone." }),
      hour: z.int().meta({ description: "From 0 to 23, in the time zone." }),
      ...plays,
    }),
  )
  .meta({ id: "HourStatistics" });

/** How often each source was used in a bucket; a name may be any text. */
const datedCounts = z.array(
  z
    .object({ date })
    .catchall(z.int())
    .meta({ description: "The date and the number of plays per source." }),
);

const percentage = z.number();
const named = z.object({ name: z.string(), percentage });
/** Breakdowns of the audience, by the last segment of their path. */
export const SHARES = {
  sources: z
    .object({
      overall: z.array(z.object({ name: z.string(), plays_count: z.int(), percentage })),
      details: datedCounts,
    })
    .meta({ id: "SourceStatistics" }),
  devices: z.array(named).meta({ id: "DeviceStatistics" }),
  os: z
    .object({ desktop: z.array(named), mobile: z.array(named) })
    .meta({ id: "OperatingSystemStatistics" }),
  geographics: z
    .object({
      country: z.array(z.object({ name: z.string(), code: z.string(), percentage })),
      city: z.array(named),
    })
    .meta({ id: "GeographicStatistics" }),
};

export const exclusions = z
  .array(z.object({ reason: z.string(), requests_count: z.int() }))
  .meta({ id: "ExclusionStatistics" });

const state = { ...plays, is_deleted: z.boolean(), is_transferred: z.boolean() };
/** Items of totals lists, by the type of record listed. */
export const ITEMS = {
  user: z
    .object({ user_id: z.int(), fullname: z.string(), ...state })
    .meta({ id: "UserPlayTotals" }),
  show: z.object({ show_id: z.int(), title: z.string(), ...state }).meta({ id: "ShowPlayTotals" }),
  episode: z
    .object({ episode_id: z.int(), title: z.string(), ...state })
    .meta({ id: "EpisodePlayTotals" }),
};
