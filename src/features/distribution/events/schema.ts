/** The types of events, each with the shape of its data, and the parameters of their list. */
import { z } from "zod";
import { commaList } from "../../../platform/http/listparams.ts";
import { clampedLimit } from "../../../platform/http/paging.ts";
import { boolean, integer, oneOf } from "../../../platform/http/params.ts";

const id = z.int();
const name = z.string();
const show = { show_id: id };
const episode = { ...show, episode_id: id };
const titledShow = { ...show, title: name };
const titledEpisode = { ...episode, title: name };
const message = { ...episode, message_id: id };
const team = { team_id: id };
const campaign = { ...team, campaign_id: id, name };
const lineitem = { ...campaign, lineitem_id: id };
const creative = { ...team, campaign_id: id, lineitem_id: id, creative_id: id };
const day = z.string().meta({ description: "`YYYY-MM-DD`, UTC." });

const address = z.string().nullable();
const WITHOUT_ADDRESS = "null if the server was not given its `PUBLIC_URL`.";

type Shape = Readonly<Record<string, z.ZodType>>;
type EventType = Readonly<{ summary: string; data: Shape }>;
const event = (summary: string, data: Shape): EventType => ({ summary, data });

/** Each type of event: when it happens, and its data. */
const EVENTS = {
  "show.created": event("A show was created.", titledShow),
  "show.updated": event("A show was changed.", titledShow),
  "show.deleted": event("A show was deleted.", titledShow),
  "episode.created": event("An episode was created, in whatever state.", titledEpisode),
  "episode.updated": event("An episode was changed.", titledEpisode),
  "episode.published": event(
    "An episode is public from now on, as far as its show is. One dated more than a week ago is not announced.",
    titledEpisode,
  ),
  "episode.unpublished": event("An episode is no longer public.", titledEpisode),
  "episode.deleted": event("An episode was deleted.", titledEpisode),
  "episode.processing.done": event("The audio of an episode is ready.", titledEpisode),
  "episode.processing.failed": event("The audio of an episode cannot be used.", titledEpisode),
  "followed.episode.published": event(
    "A show that you follow has a new episode, and you have not switched its notifications off. Once for each episode, as for pushes and mails, and only while it is public.",
    {
      ...titledEpisode,
      show_title: name,
      published_at: z.string().meta({ description: "In ISO 8601, UTC." }),
      site_url: address.meta({ description: `The page of the episode. ${WITHOUT_ADDRESS}` }),
      playback_url: address.meta({ description: `Its audio. ${WITHOUT_ADDRESS}` }),
    },
  ),
  "import.finished": event("An import has ended.", {
    import_id: id,
    show_id: id.nullable(),
    state: z.enum(["DONE", "FAILED"]),
  }),
  "feed.check.failed": event(
    "A show's feed began to break rules for the show that directories enforce, and has episodes. Once, until it keeps them again.",
    {
      ...show,
      rules: z.array(z.string()).meta({
        description: "The rules by their names in `GET /v2/shows/{show_id}/feed-check`.",
      }),
    },
  ),
  "feed.redirected": event("A show's feed now redirects to another address.", {
    ...show,
    redirect_url: z.string(),
  }),
  "message.created": event("Somebody wrote a message about an episode.", {
    ...message,
    author_id: id,
  }),
  "message.reported": event("A message was reported.", message),
  "follower.created": event(
    "A person or a show has a new follower. For a person, `user_id` and `follower_id` say who.",
    { show_id: id.optional(), user_id: id.optional(), follower_id: id.optional() },
  ),
  "milestone.reached": event(
    "The downloads of a show or an episode reached 100, 1,000, 10,000 and so on.",
    { ...show, episode_id: id.optional(), downloads: id },
  ),
  "advertiser.created": event("An advertiser was created.", { ...team, advertiser_id: id, name }),
  "advertiser.updated": event("An advertiser was changed.", { ...team, advertiser_id: id, name }),
  "advertiser.deleted": event("An advertiser was deleted.", { ...team, advertiser_id: id, name }),
  "campaign.created": event("A campaign was created.", campaign),
  "campaign.updated": event("A campaign was changed.", campaign),
  "campaign.deleted": event("A campaign was deleted.", campaign),
  "campaign.budget.80": event("A campaign has spent 80 % of its budget.", campaign),
  "campaign.budget.100": event("A campaign has spent its budget.", campaign),
  "lineitem.created": event("A line item was created.", lineitem),
  "lineitem.updated": event("A line item was changed.", lineitem),
  "lineitem.deleted": event("A line item was deleted.", lineitem),
  "lineitem.status": event("The delivery status of a line item has changed.", {
    ...lineitem,
    delivery_status: z.string(),
    previous_delivery_status: z.string(),
  }),
  "lineitem.at_risk": event(
    "A line item has fallen behind its goal. At most once a day.",
    lineitem,
  ),
  "lineitem.completed": event("A line item has reached its goal or its end.", lineitem),
  "creative.ready": event("The audio of a creative is ready.", creative),
  "creative.failed": event("The audio of a creative cannot be used.", creative),
  "pixel.failing": event(
    "Most requests to the tracking URLs of a line item failed today. At most once a day.",
    lineitem,
  ),
  "statistics.day.closed": event("The statistics of a day have settled, two days after it.", {
    day,
  }),
  "recount.done": event("Days were counted again.", {
    recount_id: id,
    first_day: day,
    last_day: day,
  }),
} as const satisfies Record<string, EventType>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];

/** The type that goes to followers of a show, instead of to those who may edit it. */
export const FOLLOWED = "followed.episode.published" satisfies EventName;

/** When events of a type happen, in a sentence. */
export const summaryOf = (type: EventName): string => EVENTS[type].summary;

/** The name of the schema of a type: `episode.published` → `EpisodePublishedEvent`, `lineitem.status` → `LineItemStatusEvent`. */
export const schemaName = (type: string): string =>
  `${type
    .replace(/^lineitem/, "line_item")
    .replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const schemaOf = (type: EventName) =>
  z
    .object({
      type: z.literal<string>(type),
      timestamp: z.string().meta({ description: "When it happened, in ISO 8601, UTC." }),
      sequence: z.int().meta({
        description:
          "Increases with each event; those of one record are in the order of its changes.",
      }),
      // As any shape: the union of 38 exact ones would cost the compiler gigabytes.
      data: z.object(EVENTS[type].data as Shape),
    })
    .meta({ id: schemaName(type), description: EVENTS[type].summary });

type EventSchema = ReturnType<typeof schemaOf>;

const EVENT_SCHEMAS = Object.fromEntries(
  EVENT_NAMES.map((type) => [type, schemaOf(type)]),
) as Record<EventName, EventSchema>;

/** A table of all types, for docs/events.md. */
export const eventsMarkdown = (): string =>
  [
    "| type | when | `data` |",
    "|---|---|---|",
    ...EVENT_NAMES.map((type) => {
      const { summary, data } = EVENTS[type];
      const fields = Object.keys(data).map((field) => `\`${field}\``);
      return `| \`${type}\` | ${summary} | ${fields.join(", ")} |`;
    }),
  ].join("\n");

const [first, ...others] = EVENT_NAMES.map((type) => EVENT_SCHEMAS[type]);

/** Any event. */
const eventShape = z.discriminatedUnion("type", [first, ...others] as [
  EventSchema,
  ...EventSchema[],
]);

export type EventShape = z.infer<typeof eventShape>;

/** The longest wait for an event, in seconds: shorter than the time limits of common proxies. */
const LONGEST_WAIT = 25;

export const eventsQuery = z.object({
  after: integer().optional().meta({
    description:
      "Only events after this `sequence`: `cursor` of the previous response. Default: only events from now on.",
  }),
  types: commaList(oneOf(EVENT_NAMES), { max: EVENT_NAMES.length }).optional().meta({
    description: "Only events of these types. Empty: all.",
  }),
  wait: integer({ max: LONGEST_WAIT }).prefault(0).meta({
    description: "Seconds to wait for an event if there is none yet.",
  }),
  everything: boolean().prefault(false).meta({
    description: "Also events about records of others; only for admins of the server.",
  }),
  limit: clampedLimit({ preset: 50, max: 100 }),
});

export const eventPage = z.object({
  items: z.array(eventShape),
  next_url: z.string().nullable().meta({ description: "More events that have happened already." }),
  cursor: z.int().meta({ description: "`after` of your next request." }),
});
