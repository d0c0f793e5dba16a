/**
 * The rights matrix: who may call each endpoint. A row lists the actors who are let through (any status but 401, 403,
 * 404); all others are refused with `refused` (403 by default), and anonymous callers with 401. A route without a row
 * fails the test beside this file.
 */
import { NOUNS } from "../../src/features/distribution/feedtags/rules.ts";
import { endCode } from "../../src/features/listening/notifications/mailing/codes.ts";
import { endCode as numbersCode } from "../../src/features/measurement/audiencemails/unsubscribing/codes.ts";
import { unsubscribeCode } from "../../src/features/measurement/reportmails/unsubscribing/codes.ts";
import { ensureServerSecret } from "../../src/platform/db/serversecrets.ts";
import { LINEITEM } from "../setup/advertising.ts";
import { makeLineitem } from "../setup/bookings.ts";
import { type Actor, PEOPLE, type Stage } from "./cast.ts";
import { STATISTICS } from "./statistics.ts";

export type Row = {
  /** The path of a record that no write has succeeded on yet. */
  to: (stage: Stage) => string | Promise<string>;
  send?: Record<string, unknown>;
  may: readonly Actor[] | "anyone";
  /** The status for others; 404 if they must not learn that the record exists. */
  refused?: 403 | 404;
};

const NETWORK = ["network", "org_admin", "org_editor", "owner", "admin"] as const;
const EDITORS = [...NETWORK, "collaborator"] as const;
const MEMBERS = ["org_admin", "org_editor", "org_analyst", "org_ad_manager", "admin"] as const;

const BOOKERS = ["org_admin", "org_ad_manager", "admin"] as const;
const BOOK_READERS = [...BOOKERS, "org_analyst"] as const;

/** A public record, which anyone may read. */
const open = (to: Row["to"]): Row => ({ to, may: "anyone" });

const SHOW = { title: "Matrix show", language: "en" };
const owners = (stage: Stage) => `/v2/users/${stage.owner.user_id}`;

const annotation = async (stage: Stage) => {
  const { response } = await stage.actors.owner.post("/v2/annotations", {
    show_id: await stage.newShow(),
    at: "2026-01-01 00:00:00",
    text: "Matrix",
  });
  return `/v2/annotations/${response.annotation.annotation_id}`;
};

const webhook = async ({ actors }: Stage) => {
  const { response } = await actors.owner.post("/v2/webhooks", { url: "https://hooks.example" });
  // A user has few of them.
  for (const { webhook_id } of (await actors.owner.get("/v2/webhooks")).response.items.slice(0, -5))
    await actors.owner.delete(`/v2/webhooks/${webhook_id}`);
  return `/v2/webhooks/${response.webhook.webhook_id}`;
};

const PUSHED = {
  endpoint: "https://push.example/matrix",
  // The base point of P-256.
  public_key:
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "AAAAAAAAAAAAAAAAAAAAAA",
};

const device = async ({ actors }: Stage) => {
  const { response } = await actors.owner.post("/v2/me/devices", PUSHED);
  return `/v2/me/devices/${response.device.device_id}`;
};

const delivery = async (stage: Stage) => {
  const path = await webhook(stage);
  const { response } = await stage.actors.owner.post(`${path}/test`);
  return `${path}/deliveries/${response.delivery.delivery_id}`;
};

/** A report that this member has saved. */
const savedReport =
  (actor: "org_admin" | "org_analyst") =>
  async ({ actors, organization_id }: Stage): Promise<string> => {
    const path = `/v2/organizations/${organization_id}/saved-reports`;
    const named = { name: "Matrix", period: "yesterday" };
    const { response } = await actors[actor].post(path, named);
    return `/v2/saved-reports/${response.report.report_id}`;
  };

/** The same, mailed to its owner. */
const scheduledReport = async (stage: Stage): Promise<string> => {
  const path = await savedReport("org_analyst")(stage);
  const { org_analyst } = stage.actors;
  const { response } = await org_analyst.get("/v2/me");
  const daily = { frequency: "DAILY", hour: 8, recipients: [response.user.user_id] };
  await org_analyst.put(`${path}/schedule`, daily);
  return path;
};

/** The address in a mail with a report. */
const unsubscribing = async (stage: Stage): Promise<string> => {
  const path = await savedReport("org_analyst")(stage);
  const secret = await ensureServerSecret(stage.world.deps.db, "reportmails");
  const mailed = { report_id: Number(path.split("/").at(-1)), user_id: stage.owner.user_id };
  return `/v2/report-mails/unsubscribe?code=${unsubscribeCode(secret, mailed)}`;
};

/** The address in a mail about new episodes. */
const unsubscribingFromEpisodes = async ({ world, owner }: Stage): Promise<string> => {
  const secret = await ensureServerSecret(world.deps.db, "episodemails");
  return `/v2/episode-mails/unsubscribe?code=${endCode(secret, owner.user_id)}`;
};

/** The address in a mail about one's shows. */
const unsubscribingFromNumbers = async ({ world, owner }: Stage): Promise<string> => {
  const secret = await ensureServerSecret(world.deps.db, "audiencemails");
  const code = numbersCode(secret, { user_id: owner.user_id, kind: "weekly" });
  return `/v2/audience-mails/unsubscribe?code=${code}`;
};

const newList = async ({ actors }: Stage) => {
  const { response } = await actors.admin.post("/v2/explore/lists", { name: "Matrix" });
  return `/v2/explore/lists/${response.list.list_id}`;
};
const importIn =
  (state: "FAILED" | "PENDING") =>
  async ({ world, owner }: Stage): Promise<number> => {
    const { import_id } = await world.deps.db
      .insertInto("imports")
      .values({ user_id: owner.user_id, feed_url: "http://feeds.invalid/matrix", state })
      .returning("import_id")
      .executeTakeFirstOrThrow();
    return import_id;
  };
const failedImport = importIn("FAILED");
const unfinishedImport = importIn("PENDING");
/** A job that no worker knows. */
const waitingJob = async ({ world, owner }: Stage): Promise<number> => {
  const { job_id } = await world.deps.db
    .insertInto("owned_jobs")
    .values({
      ...{ kind: "fetch", name: "matrix", owner: `user:${owner.user_id}` },
      ...{ payload: "{}", max_attempts: 1 },
    })
    .returning("job_id")
    .executeTakeFirstOrThrow();
  return job_id;
};

/** A person whom nothing else needs. */
const administered = async ({ world }: Stage) =>
  `/v2/admin/users/${(await world.person()).user_id}`;

/** The decision on a message that the owner has reported. */
const reported = async (stage: Stage) => {
  const path = await stage.newMessage();
  await stage.owner.api.post(`${path}/report-abuse`);
  return `/v2/admin/reports/${path.split("/").at(-1)}/decision`;
};
/** Reading and setting one kind of feed tags. */
function nounRows({ owner, noun, empty }: (typeof NOUNS)[number]): [string, Row][] {
  const path = `/v2/${owner}s/:${owner}_id/${noun.replaceAll("_", "-")}`;
  const to = async (stage: Stage) => {
    const id = owner === "show" ? await stage.newShow() : (await stage.newEpisode()).episode_id;
    return path.replace(`:${owner}_id`, String(id));
  };
  const send = { [noun]: empty === null ? "" : "[]" };
  return [
    [`GET ${path}`, open(to)],
    [`PUT ${path}`, { to, send, may: [...EDITORS, "owner_publish"] }],
  ];
}

const advertiser = async (stage: Stage) => `/v2/advertisers/${await stage.newAdvertiser()}`;
const campaign = async (stage: Stage) => `/v2/campaigns/${await stage.newCampaign()}`;
const FLIGHT = "start_date=2026-12-01&end_date=2026-12-31";

const lineitem = async (stage: Stage) => `/v2/lineitems/${await stage.newLineitem()}`;

export const MATRIX: Record<string, Row> = {
  ...STATISTICS,
  // Events
  "GET /v2/events": { to: () => "/v2/events", may: PEOPLE },
  // Notifications
  "GET /v2/push-key": open(() => "/v2/push-key"),
  "GET /v2/me/devices": { to: () => "/v2/me/devices", may: PEOPLE },
  "POST /v2/me/devices": { to: () => "/v2/me/devices", send: PUSHED, may: PEOPLE },
  "DELETE /v2/me/devices/:device_id": { to: device, may: ["owner"], refused: 404 },
  "GET /v2/me/notification-settings": { to: () => "/v2/me/notification-settings", may: PEOPLE },
  "PUT /v2/me/notification-settings": {
    to: () => "/v2/me/notification-settings",
    send: { frequency: "OFF", quiet_from: 22, quiet_to: 7 },
    may: PEOPLE,
  },
  "GET /v2/episode-mails/unsubscribe": open(unsubscribingFromEpisodes),
  "POST /v2/episode-mails/unsubscribe": open(unsubscribingFromEpisodes),
  "GET /v2/audience-mails/unsubscribe": open(unsubscribingFromNumbers),
  "POST /v2/audience-mails/unsubscribe": open(unsubscribingFromNumbers),
  // Webhooks
  "GET /v2/webhooks": { to: () => "/v2/webhooks", may: PEOPLE },
  "POST /v2/webhooks": {
    to: () => "/v2/webhooks",
    send: { url: "https://hooks.example" },
    may: PEOPLE,
  },
  ...Object.fromEntries(
    (
      [
        ["GET /v2/webhooks/:webhook_id", ""],
        ["POST /v2/webhooks/:webhook_id", "", { format: "SLACK" }],
        ["DELETE /v2/webhooks/:webhook_id", ""],
        ["GET /v2/webhooks/:webhook_id/secret", "/secret"],
        ["POST /v2/webhooks/:webhook_id/rotate-secret", "/rotate-secret"],
        ["GET /v2/webhooks/:webhook_id/deliveries", "/deliveries"],
        ["POST /v2/webhooks/:webhook_id/test", "/test"],
        ["POST /v2/webhooks/:webhook_id/replay", "/replay", { from: "1" }],
      ] as [string, string, Record<string, string>?][]
    ).map(([name, end, send]) => [
      name,
      {
        to: async (stage: Stage) => `${await webhook(stage)}${end}`,
        ...(send && { send }),
        may: ["owner"],
        refused: 404,
      } satisfies Row,
    ]),
  ),
  "GET /v2/webhooks/:webhook_id/deliveries/:delivery_id": {
    to: delivery,
    may: ["owner"],
    refused: 404,
  },
  "POST /v2/webhooks/:webhook_id/deliveries/:delivery_id/replay": {
    to: async (stage) => `${await delivery(stage)}/replay`,
    may: ["owner"],
    refused: 404,
  },
  // Users
  "GET /v2/me": { to: () => "/v2/me", may: [...PEOPLE, "owner_read"] },
  "GET /v2/users/:user_id": open(owners),
  "POST /v2/users/:user_id": { to: owners, send: { location: "Rome" }, may: ["owner", "admin"] },
  "GET /v2/users/:user_id/followers": open((stage) => `${owners(stage)}/followers`),
  "GET /v2/users/:user_id/followings": open((stage) => `${owners(stage)}/followings`),
  "PUT /v2/users/:user_id/followings/:following_id": {
    to: (stage) => `${owners(stage)}/followings/${stage.bystander.user_id}`,
    may: ["owner"],
  },
  "DELETE /v2/users/:user_id/followings/:following_id": {
    to: (stage) => `${owners(stage)}/followings/${stage.bystander.user_id}`,
    may: ["owner"],
  },
  "GET /v2/users/:user_id/blocks": {
    to: (stage) => `${owners(stage)}/blocks`,
    may: ["owner", "owner_read"],
  },
  "PUT /v2/users/:user_id/blocks/:blocked_id": {
    to: (stage) => `${owners(stage)}/blocks/${stage.bystander.user_id}`,
    may: ["owner"],
  },
  "DELETE /v2/users/:user_id/blocks/:blocked_id": {
    to: (stage) => `${owners(stage)}/blocks/${stage.bystander.user_id}`,
    may: ["owner"],
  },

  // Shows
  "GET /v2/shows/:show_id": open(async (stage) => `/v2/shows/${await stage.newShow()}`),
  "POST /v2/shows": { to: () => "/v2/shows", send: SHOW, may: [...PEOPLE, "owner_publish"] },
  "POST /v2/shows/:show_id": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}`,
    send: { copyright: "Matrix" },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/shows/:show_id": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}`,
    may: [...NETWORK, "owner_publish"],
  },
  "GET /v2/users/:user_id/shows": open((stage) => `${owners(stage)}/shows`),
  "GET /v2/users/:user_id/favorites": open((stage) => `${owners(stage)}/favorites`),
  "PUT /v2/users/:user_id/favorites/:show_id": {
    to: async (stage) => `/v2/users/me/favorites/${await stage.newShow()}`,
    may: PEOPLE.filter((actor) => actor !== "blocked"),
  },
  "DELETE /v2/users/:user_id/favorites/:show_id": {
    to: async (stage) => `${owners(stage)}/favorites/${await stage.newShow()}`,
    may: ["owner"],
  },

  // Collaborators
  "GET /v2/shows/:show_id/collaborators": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/collaborators`,
    may: ["owner", "admin", "owner_read"],
  },
  "PUT /v2/shows/:show_id/collaborators/:collaborator_id": {
    to: async (stage) =>
      `/v2/shows/${await stage.newShow()}/collaborators/${stage.bystander.user_id}`,
    may: ["owner", "admin"],
  },
  "DELETE /v2/shows/:show_id/collaborators/:collaborator_id": {
    to: async (stage) =>
      `/v2/shows/${await stage.newShow()}/collaborators/${stage.bystander.user_id}`,
    may: ["owner", "admin"],
  },
  "GET /v2/audit": {
    to: async (stage) => `/v2/audit?subject=show:${await stage.newShow()}`,
    may: EDITORS,
  },
  "GET /v2/users/:user_id/collaborators": {
    to: (stage) => `${owners(stage)}/collaborators`,
    may: ["owner", "admin", "owner_read"],
  },
  "PUT /v2/users/:user_id/collaborators/:collaborator_id": {
    to: (stage) => `${owners(stage)}/collaborators/${stage.bystander.user_id}`,
    may: ["owner", "admin"],
  },
  "DELETE /v2/users/:user_id/collaborators/:collaborator_id": {
    to: (stage) => `${owners(stage)}/collaborators/${stage.bystander.user_id}`,
    may: ["owner", "admin"],
  },

  // Organizations
  "GET /v2/organizations/:organization_id": {
    to: (stage) => `/v2/organizations/${stage.organization_id}`,
    may: MEMBERS,
  },
  "POST /v2/organizations/:organization_id": {
    to: (stage) => `/v2/organizations/${stage.organization_id}`,
    send: { description: "Matrix" },
    may: ["org_admin", "admin"],
  },
  "GET /v2/organizations/:organization_id/original-image": {
    to: async (stage) => {
      const path = `/v2/organizations/${stage.organization_id}`;
      return `${await stage.withImage(path, "org_admin")}/original-image`;
    },
    may: ["org_admin", "admin"],
  },
  "DELETE /v2/organizations/:organization_id": {
    to: async (stage) => `/v2/organizations/${await stage.newOrganization()}`,
    may: ["org_admin", "admin"],
  },
  "GET /v2/organizations/:organization_id/shows": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/shows`,
    may: MEMBERS,
  },
  "GET /v2/organizations/:organization_id/networks": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/networks`,
    may: MEMBERS,
  },
  "GET /v2/organizations/:organization_id/members": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/members`,
    may: MEMBERS,
  },
  "PUT /v2/organizations/:organization_id/members/:user_id": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/members/${stage.bystander.user_id}`,
    send: { role: "analyst" },
    may: ["org_admin", "admin"],
  },
  "DELETE /v2/organizations/:organization_id/members/:user_id": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/members/${stage.bystander.user_id}`,
    may: ["org_admin", "admin"],
  },

  // Episodes
  "GET /v2/episodes/:episode_id": open(
    async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}`,
  ),
  "GET /v2/shows/:show_id/episodes": open(
    async (stage) => `/v2/shows/${(await stage.newEpisode()).show_id}/episodes`,
  ),
  "GET /v2/users/:user_id/episodes": open((stage) => `${owners(stage)}/episodes`),

  // Likes, bookmarks
  "PUT /v2/users/:user_id/likes/:episode_id": {
    to: async (stage) => `/v2/users/me/likes/${(await stage.newEpisode()).episode_id}`,
    may: PEOPLE.filter((actor) => actor !== "blocked"),
  },
  "DELETE /v2/users/:user_id/likes/:episode_id": {
    to: async (stage) => `${owners(stage)}/likes/${(await stage.newEpisode()).episode_id}`,
    may: ["owner"],
  },
  "GET /v2/users/:user_id/likes/:episode_id": open(async (stage) => {
    const { episode_id } = await stage.newEpisode();
    await stage.owner.api.put(`/v2/users/me/likes/${episode_id}`);
    return `${owners(stage)}/likes/${episode_id}`;
  }),
  "GET /v2/users/:user_id/likes": open((stage) => `${owners(stage)}/likes`),
  "GET /v2/episodes/:episode_id/likes": open(
    async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/likes`,
  ),
  "PUT /v2/users/:user_id/bookmarks/:episode_id": {
    to: async (stage) => `/v2/users/me/bookmarks/${(await stage.newEpisode()).episode_id}`,
    may: PEOPLE,
  },
  "DELETE /v2/users/:user_id/bookmarks/:episode_id": {
    to: async (stage) => `${owners(stage)}/bookmarks/${(await stage.newEpisode()).episode_id}`,
    may: ["owner"],
  },
  "GET /v2/users/:user_id/bookmarks": {
    to: (stage) => `${owners(stage)}/bookmarks`,
    may: ["owner", "owner_read"],
  },
  "POST /v2/shows/:show_id/episodes": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/episodes`,
    send: { title: "Matrix", type: "EXTERNAL", media_url: "https://media.example.org/a.mp3" },
    may: [...EDITORS, "owner_publish"],
  },
  "POST /v2/episodes/drafts": {
    to: async (stage) => `/v2/episodes/drafts?show_id=${await stage.newShow()}`,
    send: { title: "Matrix draft" },
    may: [...EDITORS, "owner_publish"],
  },
  "POST /v2/episodes/:episode_id": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}`,
    send: { title: "Matrix" },
    may: [...EDITORS, "owner_publish"],
  },
  "POST /v2/episodes/bulk": {
    to: async (stage) => `/v2/episodes/bulk?ids=${(await stage.newEpisode()).episode_id}`,
    send: { changes: JSON.stringify({ explicit: true }) },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}`,
    may: [...EDITORS, "owner_publish"],
  },

  // Messages
  "GET /v2/episodes/:episode_id/messages": open(
    async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/messages`,
  ),
  "POST /v2/episodes/:episode_id/messages": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/messages`,
    send: { text: "Lovely." },
    may: PEOPLE.filter((actor) => actor !== "blocked"),
  },
  "DELETE /v2/episodes/:episode_id/messages/:message_id": {
    to: (stage) => stage.newMessage(),
    may: [...EDITORS, "owner_publish"],
  },
  "PUT /v2/episodes/:episode_id/messages/:message_id/settled": {
    to: async (stage) => `${await stage.newMessage()}/settled`,
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id/messages/:message_id/settled": {
    to: async (stage) => `${await stage.newMessage()}/settled`,
    may: [...EDITORS, "owner_publish"],
  },
  "POST /v2/episodes/:episode_id/messages/:message_id/report-abuse": {
    to: async (stage) => `${await stage.newMessage()}/report-abuse`,
    send: { reason: "Rude." },
    may: PEOPLE,
  },
  // Explore, tags
  "GET /v2/explore/lists": open(() => "/v2/explore/lists"),
  "GET /v2/explore/lists/:list_id": open((stage) => newList(stage)),
  "GET /v2/explore/lists/:list_id/items": open(async (stage) => `${await newList(stage)}/items`),
  "GET /v2/explore/categories/:category_id/items": open(() => "/v2/explore/categories/92/items"),
  "POST /v2/explore/lists": {
    to: () => "/v2/explore/lists",
    send: { name: "Matrix" },
    may: ["admin"],
  },
  "PUT /v2/explore/lists/:list_id": { to: newList, send: { name: "Matrix" }, may: ["admin"] },
  "PUT /v2/explore/lists/:list_id/items": {
    to: async (stage) => `${await newList(stage)}/items`,
    send: { language: "it" },
    may: ["admin"],
  },
  "DELETE /v2/explore/lists/:list_id": { to: newList, may: ["admin"] },
  "GET /v2/tags/:tag_name/episodes": open(() => "/v2/tags/matrix/episodes"),

  // Feeds
  "GET /show/:show_id/episodes/feed": open(
    async (stage) => `/show/${await stage.newShow()}/episodes/feed`,
  ),
  "GET /download/episode/:episode_id/:file": open(
    async (stage) => `/download/episode/${(await stage.newEpisode()).episode_id}/matrix.mp3`,
  ),
  "GET /episode/:episode_id/chapters.json": open(
    async (stage) => `/episode/${(await stage.newEpisode()).episode_id}/chapters.json`,
  ),
  "GET /v2/shows/:show_id/rss-metadata": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/rss-metadata`,
    may: [...EDITORS, "owner_read"],
  },
  "GET /v2/shows/:show_id/feed-check": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/feed-check`,
    may: [...EDITORS, "owner_read"],
  },
  "GET /v2/shows/:show_id/feed-pings": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/feed-pings`,
    may: [...EDITORS, "owner_read"],
  },
  "POST /v2/shows/:show_id/rss-metadata": {
    to: async (stage) => `/v2/shows/${await stage.newShow()}/rss-metadata`,
    send: { show_email: "true" },
    may: [...EDITORS, "owner_publish"],
  },

  // Playback
  ...Object.fromEntries(
    ["play", "play.mp3", "download", "download.mp3"].map((last) => [
      `GET /v2/episodes/:episode_id/${last}`,
      open(async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/${last}`),
    ]),
  ),

  // Chapters
  "GET /v2/episodes/:episode_id/chapters": open(
    async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/chapters`,
  ),
  "POST /v2/episodes/:episode_id/chapters": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/chapters`,
    send: { starts_at: 0, title: "Opening" },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id/chapters": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/chapters`,
    may: [...EDITORS, "owner_publish"],
  },
  "POST /v2/episodes/:episode_id/chapters/:chapter_id": {
    to: (stage) => stage.newChapter(),
    send: { title: "Beginning" },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id/chapters/:chapter_id": {
    to: (stage) => stage.newChapter(),
    may: [...EDITORS, "owner_publish"],
  },

  // Cuepoints
  "GET /v2/episodes/:episode_id/cuepoints": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/cuepoints`,
    may: [...EDITORS, "owner_read"],
  },
  "POST /v2/episodes/:episode_id/cuepoints": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/cuepoints`,
    send: { cuepoints: [{ timecode: 0 }] },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id/cuepoints": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/cuepoints`,
    may: [...EDITORS, "owner_publish"],
  },
  // Previews
  "POST /v2/episodes/:episode_id/preview": {
    to: async (stage) => `/v2/episodes/${await stage.newRecording()}/preview`,
    send: { country: "IT" },
    may: [...EDITORS, "owner_publish"],
  },
  // Originals
  "GET /v2/shows/:show_id/original-image": {
    to: async (stage) =>
      `${await stage.withImage(`/v2/shows/${await stage.newShow()}`)}/original-image`,
    may: [...EDITORS, "owner_read"],
  },
  "GET /v2/episodes/:episode_id/original-image": {
    to: async (stage) =>
      `${await stage.withImage(`/v2/episodes/${(await stage.newEpisode()).episode_id}`)}/original-image`,
    may: [...EDITORS, "owner_read"],
  },
  "GET /v2/episodes/:episode_id/chapters/:chapter_id/original-image": {
    to: async (stage) => `${await stage.withImage(stage.newChapter())}/original-image`,
    may: [...EDITORS, "owner_read"],
  },
  "GET /v2/episodes/:episode_id/original-audio": {
    to: async (stage) => `/v2/episodes/${await stage.newUploaded()}/original-audio`,
    may: [...EDITORS, "owner_read"],
  },
  // Search
  "GET /v2/search": open(() => "/v2/search?type=shows&q=matrix"),
  "GET /v2/search/suggest": open(() => "/v2/search/suggest?q=matrix"),
  "GET /v2/search/users/:user_id": open(
    (stage) => `/v2/search/users/${stage.owner.user_id}?type=shows&q=matrix`,
  ),
  "GET /v2/search/shows/:show_id": open(
    async (stage) => `/v2/search/shows/${await stage.newShow()}?type=episodes&q=matrix`,
  ),
  "GET /v2/episodes/:episode_id/transcripts": open(
    async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/transcripts`,
  ),
  "POST /v2/episodes/:episode_id/transcripts": {
    to: async (stage) => `/v2/episodes/${(await stage.newEpisode()).episode_id}/transcripts`,
    send: { url: "https://example.org/words.vtt", type: "text/vtt" },
    may: [...EDITORS, "owner_publish"],
  },
  "DELETE /v2/episodes/:episode_id/transcripts/:transcript_id": {
    async to(stage) {
      const path = `/v2/episodes/${(await stage.newEpisode()).episode_id}/transcripts`;
      const link = { url: "https://example.org/words.vtt", type: "text/vtt" };
      const { response } = await stage.actors.owner.post(path, link);
      return `${path}/${response.transcript.transcript_id}`;
    },
    may: [...EDITORS, "owner_publish"],
  },
  ...Object.fromEntries(NOUNS.flatMap(nounRows)),

  // Imports
  "POST /v2/imports": {
    to: () => "/v2/imports",
    send: { feed_url: "https://feeds.example.org/night-trains.xml" },
    may: [...PEOPLE, "owner_publish"],
  },
  "GET /v2/imports/:import_id": {
    to: (stage) => `/v2/imports/${stage.import_id}`,
    may: ["owner", "admin", "owner_read"],
    refused: 404,
  },

  // Advertising
  "GET /v2/advertisers": { to: () => "/v2/advertisers", may: BOOK_READERS },
  "POST /v2/advertisers": {
    to: (stage) => `/v2/advertisers?team_id=${stage.team_id}`,
    send: { name: "Acme", iab_categories: "IAB1" },
    may: BOOKERS,
  },
  "GET /v2/advertisers/:advertiser_id": { to: advertiser, may: BOOK_READERS },
  "PUT /v2/advertisers/:advertiser_id": { to: advertiser, send: { name: "A" }, may: BOOKERS },
  "DELETE /v2/advertisers/:advertiser_id": { to: advertiser, may: BOOKERS },
  "GET /v2/campaigns": { to: () => "/v2/campaigns", may: BOOK_READERS },
  "POST /v2/campaigns": {
    to: async (stage) => `/v2/campaigns?advertiser_id=${await stage.newAdvertiser()}`,
    send: { name: "Matrix" },
    may: BOOKERS,
  },
  "GET /v2/campaigns/:campaign_id": { to: campaign, may: BOOK_READERS },
  "PUT /v2/campaigns/:campaign_id": { to: campaign, send: { name: "C" }, may: BOOKERS },
  "DELETE /v2/campaigns/:campaign_id": { to: campaign, may: BOOKERS },
  "POST /v2/campaigns/:campaign_id/share": {
    to: async (stage) => `${await campaign(stage)}/share`,
    may: BOOKERS,
  },
  "DELETE /v2/campaigns/:campaign_id/share": {
    to: async (stage) => `${await campaign(stage)}/share`,
    may: BOOKERS,
  },
  "POST /v2/campaigns/:campaign_id/reconciliation": {
    to: async (stage) => `${await campaign(stage)}/reconciliation`,
    may: BOOK_READERS,
  },
  "GET /v2/organizations/:organization_id/saved-reports": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/saved-reports`,
    may: BOOK_READERS,
  },
  "POST /v2/organizations/:organization_id/saved-reports": {
    to: (stage) => `/v2/organizations/${stage.organization_id}/saved-reports`,
    send: { name: "Matrix", period: "last_week" },
    may: BOOK_READERS,
  },
  "GET /v2/saved-reports/:report_id": { to: savedReport("org_admin"), may: BOOK_READERS },
  "POST /v2/saved-reports/:report_id": {
    to: savedReport("org_analyst"),
    send: { name: "M" },
    may: ["org_analyst"],
  },
  "DELETE /v2/saved-reports/:report_id": { to: savedReport("org_analyst"), may: BOOK_READERS },
  "GET /v2/saved-reports/:report_id/schedule": {
    to: async (stage) => `${await scheduledReport(stage)}/schedule`,
    may: BOOK_READERS,
  },
  "PUT /v2/saved-reports/:report_id/schedule": {
    to: async (stage) => `${await savedReport("org_analyst")(stage)}/schedule`,
    send: { frequency: "DAILY", hour: "8", recipients: "1" },
    may: ["org_analyst"],
  },
  "DELETE /v2/saved-reports/:report_id/schedule": {
    to: async (stage) => `${await scheduledReport(stage)}/schedule`,
    may: ["org_analyst"],
  },
  "GET /v2/saved-reports/:report_id/mails": {
    to: async (stage) => `${await scheduledReport(stage)}/mails`,
    may: BOOK_READERS,
  },
  "POST /v2/saved-reports/:report_id/mails": {
    to: async (stage) => `${await savedReport("org_analyst")(stage)}/mails`,
    may: ["org_analyst"],
  },
  "GET /v2/report-mails/unsubscribe": open(unsubscribing),
  "POST /v2/report-mails/unsubscribe": open(unsubscribing),
  "POST /v2/lineitems/forecast": {
    to: async (stage) =>
      `/v2/lineitems/forecast?campaign_id=${await stage.newCampaign()}&${FLIGHT}`,
    may: BOOK_READERS,
  },
  "GET /v2/inventory": {
    to: (stage) => `/v2/inventory?weeks=1&team_id=${stage.team_id}`,
    may: BOOK_READERS,
  },
  "GET /v2/lineitems/:lineitem_id/diagnosis": {
    to: async (stage) => {
      const { world, team_id } = stage;
      const booked = await makeLineitem(world, team_id, await stage.newCampaign());
      return `/v2/lineitems/${booked}/diagnosis?from=2026-11-01&to=2026-11-30`;
    },
    may: BOOK_READERS,
  },
  "POST /v2/lineitems/:lineitem_id/aircheck": {
    to: async (stage) =>
      `${await lineitem(stage)}/aircheck?episode_id=${await stage.newRecording()}`,
    may: BOOKERS,
  },
  "GET /v2/lineitems": { to: () => "/v2/lineitems", may: BOOK_READERS },
  "POST /v2/lineitems": {
    to: async (stage) => `/v2/lineitems?campaign_id=${await stage.newCampaign()}`,
    send: LINEITEM,
    may: BOOKERS,
  },
  "GET /v2/lineitems/:lineitem_id": { to: lineitem, may: BOOK_READERS },
  "POST /v2/lineitems/:lineitem_id": { to: lineitem, send: { name: "L" }, may: BOOKERS },
  "DELETE /v2/lineitems/:lineitem_id": { to: lineitem, may: BOOKERS },
  "POST /v2/lineitems/bulk": {
    to: async (stage) => `/v2/lineitems/bulk?ids=${(await lineitem(stage)).split("/").at(-1)}`,
    send: { changes: JSON.stringify({ notes: "N" }) },
    may: BOOKERS,
  },
  "POST /v2/lineitems/:lineitem_id/clone": {
    to: async (stage) => `${await lineitem(stage)}/clone`,
    may: BOOKERS,
  },
  "POST /v2/lineitems/:lineitem_id/creatives": {
    to: async (stage) => `${await lineitem(stage)}/creatives`,
    // Refused for the missing file, but only after the rights check.
    send: { weight: 100 },
    may: BOOKERS,
  },
  "POST /v2/lineitems/:lineitem_id/creatives/:creative_id": {
    to: (stage) => stage.newCreative(),
    send: { weight: 50 },
    may: BOOKERS,
  },
  "GET /v2/lineitems/:lineitem_id/creatives/:creative_id/sound": {
    to: async (stage) => `${await stage.newCreative()}/sound`,
    may: BOOK_READERS,
  },
  "GET /v2/lineitems/:lineitem_id/creatives/:creative_id/original-audio": {
    to: async (stage) => `${await stage.newCreative()}/original-audio`,
    may: BOOKERS,
  },
  "DELETE /v2/lineitems/:lineitem_id/creatives/:creative_id": {
    to: (stage) => stage.newCreative(),
    may: BOOKERS,
  },

  // Annotations
  "GET /v2/annotations": {
    to: async (stage) => `/v2/annotations?show_id=${await stage.newShow()}`,
    may: [...EDITORS, "owner_read"],
  },
  "POST /v2/annotations": {
    to: async (stage) =>
      `/v2/annotations?show_id=${await stage.newShow()}&at=2026-01-01+00:00:00&text=Launch`,
    may: [...EDITORS, "owner_publish"],
  },
  "GET /v2/annotations/:annotation_id": {
    to: annotation,
    may: [...EDITORS, "owner_read"],
    refused: 404,
  },
  "POST /v2/annotations/:annotation_id": {
    to: annotation,
    send: { text: "Relaunch" },
    may: [...EDITORS, "owner_publish"],
    refused: 404,
  },
  "DELETE /v2/annotations/:annotation_id": {
    to: annotation,
    may: [...EDITORS, "owner_publish"],
    refused: 404,
  },

  // Administration
  "GET /v2/admin/users": { to: () => "/v2/admin/users", may: ["admin"] },
  "GET /v2/admin/users/:user_id": { to: administered, may: ["admin"] },
  "POST /v2/admin/users/:user_id": { to: administered, send: { verified: true }, may: ["admin"] },
  "PUT /v2/admin/users/:user_id/suspension": {
    to: async (stage) => `${await administered(stage)}/suspension`,
    send: { reason: "Matrix" },
    may: ["admin"],
  },
  "DELETE /v2/admin/users/:user_id/suspension": {
    to: async (stage) => {
      const path = `${await administered(stage)}/suspension`;
      await stage.actors.admin.put(path, { reason: "Matrix" });
      return path;
    },
    may: ["admin"],
  },
  "GET /v2/admin/reports": { to: () => "/v2/admin/reports", may: ["admin"] },
  "PUT /v2/admin/reports/:message_id/decision": {
    to: reported,
    send: { decision: "remove" },
    may: ["admin"],
  },
  "DELETE /v2/admin/reports/:message_id/decision": {
    to: async (stage) => {
      const path = await reported(stage);
      await stage.actors.admin.put(path, { decision: "remove" });
      return path;
    },
    may: ["admin"],
  },
  "GET /v2/admin/imports": { to: () => "/v2/admin/imports", may: ["admin"] },
  "POST /v2/admin/imports/:import_id/retry": {
    to: async (stage) => `/v2/admin/imports/${await failedImport(stage)}/retry`,
    may: ["admin"],
  },
  "POST /v2/admin/imports/:import_id/cancel": {
    to: async (stage) => `/v2/admin/imports/${await unfinishedImport(stage)}/cancel`,
    may: ["admin"],
  },
  "GET /v2/admin/jobs": { to: () => "/v2/admin/jobs", may: ["admin"] },
  "POST /v2/admin/jobs/:queue/:job_id/retry": {
    to: async (stage) => `/v2/admin/jobs/users/${await waitingJob(stage)}/retry`,
    may: ["admin"],
  },
  "DELETE /v2/admin/jobs/:queue/:job_id": {
    to: async (stage) => `/v2/admin/jobs/users/${await waitingJob(stage)}`,
    may: ["admin"],
  },
  "GET /v2/admin/health": { to: () => "/v2/admin/health", may: ["admin"] },
  "GET /v2/admin/statistics/exclusions": {
    to: () => "/v2/admin/statistics/exclusions?from=2026-01-01&to=2026-01-31",
    may: ["admin"],
  },
  "GET /v2/admin/audit": { to: () => "/v2/admin/audit", may: ["admin"] },
  "GET /v2/admin/lists": { to: () => "/v2/admin/lists", may: ["admin"] },
  "GET /v2/admin/lists/:list_id": {
    to: async (stage) => (await newList(stage)).replace("/explore/", "/admin/"),
    may: ["admin"],
  },

  // Reference data, files
  "GET /v2/show-categories": open(() => "/v2/show-categories"),
  "GET /v2/partnerplay-categories": open(() => "/v2/partnerplay-categories"),
  "GET /v2/show-languages": open(() => "/v2/show-languages"),
  "GET /v2/methodology": open(() => "/v2/methodology"),
  "GET /v2/campaigns-countries": open(() => "/v2/campaigns-countries"),
};

/** Files that anyone may fetch and that belong to no record: outside the matrix. */
export const FILES = [
  "GET /media/images/:name",
  "GET /media/covers/:name",
  "GET /media/cards/:name",
  "GET /media/r/:digest/:name",
  "GET /media/signed/:digest/:name",
  "GET /media/preview/:name",
  "GET /media/waveforms/:name",
  "GET /media/transcripts/:name",
  "GET /media/ads/:name",
  "GET /assets/longwave.css",
  "GET /assets/accent/:name",
  "GET /assets/fonts/:name",
  "GET /assets/logo.png",
  "GET /favicon.ico",
  "GET /icon.svg",
  "GET /apple-touch-icon.png",
  "GET /icon-192.png",
  "GET /icon-512.png",
  "GET /site.webmanifest",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /sitemaps/:name",
  "GET /assets/notifications/:hash/subscribe.js",
  "GET /assets/settings/:hash/copy.js",
  "GET /push.js",
  "GET /assets/player/:version/:name",
  "GET /assets/studio/:version/:feature/:folder/:name",
  "GET /oembed",
  "GET /openapi.json",
  "GET /assets/docs/:version/:name",
];
