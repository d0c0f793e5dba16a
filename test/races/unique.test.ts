/** Tests simultaneous requests for the same unique key: each succeeds or gets the documented refusal, never a 500. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { endCode } from "../../src/features/listening/notifications/mailing/codes.ts";
import { keepProgress } from "../../src/features/listening/progress/actions.ts";
import { unsubscribeCode } from "../../src/features/measurement/reportmails/unsubscribing/codes.ts";
import { confirmEmail } from "../../src/features/people/accounts/confirming/store.ts";
import { addNetwork, createOrganization } from "../../src/features/people/organizations/actions.ts";
import { saveIdentity } from "../../src/features/web/identity/actions.ts";
import { ensureServerSecret } from "../../src/platform/db/serversecrets.ts";
import { DEVICE, SCHEDULE } from "../examples/bodies.ts";
import type { Reply } from "../setup/client.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { createSurfer } from "../setup/surfer.ts";
import { type Person, useWorld } from "../setup/world.ts";

const WRITERS = 10;
const world = useWorld();
let ada: Person;
let bob: Person;
let admin: Person;
let show_id = 0;
let episode_id = 0;
beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  admin = await world.person({ admin: true });
  show_id = await makeShow(world, ada);
  episode_id = await makeEpisode(world, show_id, { type: "RECORDED", duration: 60_000 });
});

/** The outcome of a race: `status type field` of each response. */
type Outcome = Promise<string[]>;
const wordsOf = ({ status, error }: Reply): string =>
  [status, error?.type, Object.keys(error?.fields ?? {}).join()].filter(Boolean).join(" ");
const atOnce = async (send: (writer: number) => Promise<Reply>): Outcome =>
  (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => send(writer)))).map(wordsOf);

type Case = Readonly<{
  race(): Outcome;
  /** The refusal that late requests may get; by default all succeed. */
  refused?: string;
  /** How many requests succeed; by default all, or at least one if there is a refusal. */
  successes?: number;
}>;

const put = (path: () => string, body: () => Record<string, unknown> = () => ({})): Case => ({
  race: () => atOnce(() => ada.api.put(path(), body())),
});

/** Each unique index that requests can violate. */
const RACES: Record<string, Case> = {
  shows_author_permalink_key: {
    race: () => atOnce(() => ada.api.post("/v2/shows", { title: "Same title", language: "en" })),
  },
  "shows_author_permalink_key, when a permalink is sent": {
    race() {
      const permalink = `mine-${randomUUID()}`;
      const show = { title: "Same title", language: "en", permalink };
      return atOnce(() => ada.api.post("/v2/shows", show));
    },
    refused: "400 invalid-parameter permalink",
    successes: 1,
  },
  users_username_key: {
    async race() {
      const people = await Promise.all(Array.from({ length: WRITERS }, () => world.person()));
      const username = `u${Date.now()}`;
      return atOnce((writer) => people[writer]?.api.post("/v2/users/me", { username }) ?? never());
    },
    refused: "400 invalid-parameter username",
    successes: 1,
  },
  users_email_key: { race: signUpTogether, refused: "400", successes: 1 },
  sessions_secret_hash_key: { race: signInTogether },
  attempts_pkey: { race: signInTogether },
  blocks_pkey: put(() => `/v2/users/${ada.user_id}/blocks/${bob.user_id}`),
  follows_pkey: put(() => `/v2/users/${ada.user_id}/followings/${admin.user_id}`),
  favorites_pkey: put(() => `/v2/users/${ada.user_id}/favorites/${show_id}`),
  likes_pkey: put(() => `/v2/users/${ada.user_id}/likes/${episode_id}`),
  bookmarks_pkey: put(() => `/v2/users/${ada.user_id}/bookmarks/${episode_id}`),
  cuepoints_pkey: {
    race: () =>
      atOnce(() =>
        ada.api.post(`/v2/episodes/${episode_id}/cuepoints`, {
          cuepoints: [{ timecode: 0 }, { timecode: 9000 }],
        }),
      ),
  },
  chapters_episode_id_starts_at_key: {
    race: () =>
      atOnce(() =>
        ada.api.post(`/v2/episodes/${episode_id}/chapters`, { starts_at: 1000, title: "One" }),
      ),
    refused: "409 chapter-exists",
    successes: 1,
  },
  removed_chapters_pkey: {
    race: () => atOnce(() => ada.api.delete(`/v2/episodes/${episode_id}/chapters`)),
  },
  episodes_show_guid_key: {
    race() {
      const rss_guid = randomUUID();
      const link = { type: "EXTERNAL", media_url: "https://media.example/a.mp3" };
      const episode = { title: "Same", rss_guid, ...link };
      return atOnce(() => ada.api.post(`/v2/shows/${show_id}/episodes`, episode));
    },
    refused: "400 invalid-parameter rss_guid",
    successes: 1,
  },
  episode_tags_pkey: {
    race: () =>
      atOnce((writer) =>
        ada.api.post(`/v2/episodes/${episode_id}`, { tags: `night, trains, tag ${writer}` }),
      ),
  },
  storage_use_pkey: {
    async race() {
      const eve = await world.person();
      const mine = await makeShow(world, eve);
      const file = new File([Buffer.alloc(1000)], "a.wav");
      return atOnce((writer) =>
        eve.api.post(
          `/v2/shows/${mine}/episodes`,
          { title: `Upload ${writer}` },
          { files: { media_file: file } },
        ),
      );
    },
  },
  idempotency_keys_pkey: {
    race() {
      const headers = { "idempotency-key": randomUUID() };
      const show = { title: "Only once", language: "en" };
      return atOnce(() => ada.api.post("/v2/shows", show, { headers }));
    },
    refused: "409 idempotency-key-in-use",
  },
  import_codes_pkey: {
    race: () =>
      atOnce(() => ada.api.post("/v2/imports", { feed_url: "https://feeds.example/a.xml" })),
  },
  message_reports_pkey: {
    async race() {
      const { response } = await ada.api.post(`/v2/episodes/${episode_id}/messages`, {
        text: "Hello",
      });
      const { message_id } = response.message;
      const path = `/v2/episodes/${episode_id}/messages/${message_id}/report-abuse`;
      return atOnce(() => admin.api.post(path, {}));
    },
  },
  show_collaborators_pkey: put(() => `/v2/shows/${show_id}/collaborators/${bob.user_id}`),
  user_collaborators_pkey: put(() => `/v2/users/${ada.user_id}/collaborators/${bob.user_id}`),
  show_feeds_pkey: {
    race: () =>
      atOnce(() => ada.api.post(`/v2/shows/${show_id}/rss-metadata`, { item_limit: "50" })),
  },
  show_feed_tags_pkey: put(
    () => `/v2/shows/${show_id}/persons`,
    () => ({ persons: [{ name: "Ada" }] }),
  ),
  episode_feed_tags_pkey: put(
    () => `/v2/episodes/${episode_id}/persons`,
    () => ({ persons: [{ name: "Ada" }] }),
  ),
  organization_members_pkey: {
    race: () => atOnce(async () => ada.api.put(await memberPath(bob), { role: "editor" })),
  },
  organization_networks_pkey: {
    // Only the command line writes them.
    async race() {
      const network = { organization_id: await organizationId(), user_id: bob.user_id };
      const adding = Array.from({ length: WRITERS }, () => addNetwork(world.deps, network));
      return (await Promise.all(adding)).map(() => "200");
    },
  },
  address_secrets_pkey: {
    async race() {
      await world.deps.db.deleteFrom("address_secrets").execute();
      const writers = Array.from({ length: WRITERS }, () =>
        ensureServerSecret(world.deps.db, "preview"),
      );
      const secrets = (await Promise.all(writers)).map((secret) => secret.toString("hex"));
      expect(new Set(secrets).size).toBe(1);
      return secrets.map(() => "200");
    },
  },
  site_identity_pkey: {
    // Only the command line and the first start write it.
    async race() {
      const writes = Array.from({ length: WRITERS }, (_, number) =>
        saveIdentity(world.deps.db, { name: `Site ${number}` }),
      );
      return (await Promise.all(writes)).map(() => "200");
    },
  },
  listening_progress_pkey: {
    // The player's script reports it from every tab.
    async race() {
      const { user_id, username } = ada;
      const caller = { user_id, username, is_admin: false, scope: "basic", client_id: null };
      const writes = Array.from({ length: WRITERS }, (_, number) =>
        keepProgress(world.deps, caller, episode_id, { position_ms: number, is_played: false }),
      );
      return (await Promise.all(writes)).map(() => "200");
    },
  },
  devices_endpoint_key: {
    race: () => atOnce((writer) => (writer % 2 ? ada : bob).api.post("/v2/me/devices", DEVICE)),
  },
  confirmed_addresses_pkey: {
    // A link that mail programs and people open at the same time.
    async race() {
      const email = `${ada.username}@example.org`;
      await world.deps.pool.query("update users set email = $2 where user_id = $1", [
        ada.user_id,
        email,
      ]);
      const writes = Array.from({ length: WRITERS }, () =>
        confirmEmail(world.deps.db, ada.user_id, email, new Date()),
      );
      return (await Promise.all(writes)).map((isDone) => (isDone ? "200" : "404"));
    },
  },
  report_schedules_pkey: { race: scheduleTogether },
  report_recipients_pkey: { race: scheduleTogether },
  report_optouts_pkey: {
    async race() {
      const report_id = await reportId();
      const secret = await ensureServerSecret(world.deps.db, "reportmails");
      const code = unsubscribeCode(secret, { report_id, user_id: ada.user_id });
      return atOnce(() => bob.api.post(`/v2/report-mails/unsubscribe?code=${code}`));
    },
  },
  notification_settings_pkey: {
    race: () => atOnce(() => bob.api.put("/v2/me/notification-settings", { hour: 7 })),
  },
  audience_mail_settings_pkey: {
    race: () => atOnce(() => bob.api.put("/v2/me/notification-settings", { weekly_report: false })),
  },
  suppressed_addresses_pkey: {
    async race() {
      await bob.api.put("/v2/me/notification-settings", { hour: 7 });
      const secret = await ensureServerSecret(world.deps.db, "episodemails");
      const code = endCode(secret, bob.user_id);
      return atOnce(() => ada.api.post(`/v2/episode-mails/unsubscribe?code=${code}`));
    },
  },
  explore_list_items_pkey: { race: setListTogether },
  explore_list_items_list_id_edition_show_id_key: { race: setListTogether },
};

/** Unique indexes that simultaneous requests cannot violate, by reason. */
const OUT_OF_REACH: Record<string, string[]> = {
  "filled with random values": [
    ...["oauth_clients_pkey", "oauth_keys_pkey", "oauth_records_pkey", "password_resets_pkey"],
    ...["tokens_pkey", "uploads_pkey"],
  ],
  "written by a trigger, in the statement that makes their one parent": [
    ...["episode_counts_pkey", "show_counts_pkey", "user_counts_pkey", "feed_revisions_pkey"],
    ...["search_episodes_pkey", "search_shows_pkey", "ranked_shows_pkey"],
  ],
  "written by a trigger, with `on conflict`": ["edge_removals_pkey"],
  "written with the organization that they belong to": ["teams_organization_id_key"],
  "written by the start of a server": [
    "storage_plans_pkey",
    "schema_migrations_pkey",
    "schema_functions_pkey",
  ],
  "written with `on conflict` by the start of a server, under a lock": ["setup_codes_pkey"],
  "reference data, and a row that a migration writes": [
    "search_languages_pkey",
    "purged_changes_pkey",
    "webhook_cursor_pkey",
    "announcement_cursor_pkey",
  ],
  "written by background work, under locks or with `on conflict`": [
    ...["accruals_pkey", "ad_rollups_pkey", "audience_rollups_pkey", "deliveries_pkey"],
    "ad_details_pkey",
    ...["audience_names_dimension_kind_name_key", "decision_counts_pkey", "delivered_days_pkey"],
    ...["downloads_pkey", "episode_plays_pkey", "exclusions_pkey", "impressions_pkey"],
    ...["journal_marks_pkey", "lineitem_counts_pkey", "listed_networks_pkey", "opportunities_pkey"],
    ...["listener_secrets_valid_from_key", "pacing_pkey", "parcel_feed_pkey", "pixel_counts_pkey"],
    ...["rankings_pkey", "rollup_rebuilds_pkey", "rollup_state_pkey", "search_levels_pkey"],
    ...["search_repairs_pkey", "episode_ages_pkey", "background_migrations_pkey"],
    ...["show_plays_pkey", "show_signals_pkey", "touches_pkey", "unrealistic_addresses_pkey"],
    ...["creative_files_pkey", "author_sites_pkey", "suspect_origins_pkey"],
    ...[
      "event_marks_pkey",
      "lineitem_states_pkey",
      "edge_log_objects_pkey",
      "edge_log_places_pkey",
      "edge_requests_pkey",
    ],
    ...["webhook_deliveries_webhook_id_sequence_key", "announcements_pkey"],
    ...["report_mails_report_id_user_id_day_key", "episode_mails_pkey", "mail_announcements_pkey"],
    ...["audience_mails_user_id_kind_day_show_id_key", "show_jumps_pkey"],
    ...["delayed_pushes_pkey", "history_files_pkey", "history_impressions_pkey"],
    "history_months_pkey",
  ],
  "written with `on conflict` by one person, under a lock": ["saved_views_user_id_list_name_key"],
  "written with `on conflict` by whoever queues a job, which test/platform/owned does at once": [
    ...["owned_jobs_key_key", "owner_turns_pkey"],
  ],
  "written by plays, which test/truth and features/playback make by the thousand at once": [
    ...["cuts_pkey", "pins_pkey", "rendition_files_pkey", "renditions_pkey"],
    "reservations_digest_segment_listener_key",
    "stitched_files_pkey",
  ],
};

test("every unique index is tested here, or cannot be violated", async () => {
  const { rows } = await world.deps.pool.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
       and not exists (
         select 1 from pg_attribute a
         where i.indnatts = 1 and a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attidentity <> ''
       ) order by 1`,
  );
  const raced = Object.keys(RACES).map((name) => name.split(",")[0]);
  const known = new Set([...raced, ...Object.values(OUT_OF_REACH).flat()]);
  const found = rows.map(({ name }) => name);
  expect(found.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !found.includes(name ?? ""))).toEqual([]);
});

test.each(Object.entries(RACES))("%s", async (_name, { race, refused, successes }) => {
  const outcome = await race();
  const succeeded = outcome.filter((words) => words === "200").length;
  const others = outcome.filter((words) => words !== "200");
  expect(others.filter((words) => words !== refused)).toEqual([]);
  if (refused === undefined) expect(succeeded).toBe(WRITERS);
  else if (successes !== undefined) expect(succeeded).toBe(successes);
  else expect(succeeded).toBeGreaterThan(0);
});

test("simultaneous shows with one title get different permalinks", async () => {
  const eve = await world.person();
  const show = { title: "Night Trains", language: "en" };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => eve.api.post("/v2/shows", show)),
  );
  const made = answers.map(({ response }) => response.show?.permalink).sort();
  const numbered = Array.from({ length: 29 }, (_, index) => `night-trains-${index + 2}`);
  expect(made).toEqual(["night-trains", ...numbered].sort());
});

const never = (): never => {
  throw new Error("there is somebody for each");
};

async function signUpTogether(): Outcome {
  const email = `together${Date.now()}@example.org`;
  // More simultaneous sign-ups from one address are throttled.
  const people = Array.from({ length: 5 }, () => createSurfer(world.baseUrl));
  const statuses = await Promise.all(
    people.map(async (surfer, writer) => {
      await surfer.open("/sign-up");
      const form = { username: `together_${writer}`, fullname: "Eve", password: "correct horse" };
      return (await surfer.submit({ ...form, email })).status;
    }),
  );
  return statuses.map(String);
}

async function signInTogether(): Outcome {
  const people = Array.from({ length: 5 }, () => createSurfer(world.baseUrl));
  const statuses = await Promise.all(
    people.map(async (surfer) => {
      await surfer.open("/sign-in");
      const form = { login: ada.username, password: "correct horse" };
      return (await surfer.submit(form)).status;
    }),
  );
  const words = statuses.map(String);
  // Each is expensive on purpose, so there are half as many as elsewhere.
  return [...words, ...words];
}

let organization: Promise<number> | null = null;
const organizationId = (): Promise<number> => {
  organization ??= (async () => {
    const made = await createOrganization(world.deps, { name: "Together" }, ada.user_id, true);
    return made.organization_id;
  })();
  return organization;
};
const memberPath = async ({ user_id }: Person) =>
  `/v2/organizations/${await organizationId()}/members/${user_id}`;

async function reportId(): Promise<number> {
  const path = `/v2/organizations/${await organizationId()}/saved-reports`;
  const named = { name: "Together", period: "yesterday" };
  return (await ada.api.post(path, named)).response.report.report_id;
}

async function scheduleTogether(): Outcome {
  const path = `/v2/saved-reports/${await reportId()}/schedule`;
  return atOnce(() => ada.api.put(path, { ...SCHEDULE, recipients: [ada.user_id] }));
}

async function setListTogether(): Outcome {
  const { response } = await admin.api.post("/v2/explore/lists", { name: "Together" });
  const path = `/v2/explore/lists/${response.list.list_id}/items`;
  return atOnce(() => admin.api.put(path, { shows: String(show_id) }));
}
