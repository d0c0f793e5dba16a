/** Tests that each table has one writer, whether it writes with Kysely, with SQL text or with a trigger. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CallExpression, Literal, Node, TemplateLiteral } from "acorn";
import { full } from "acorn-walk";
import { expect, test } from "vitest";
import { findings, ROOT, SOURCES, type Source, treeOf } from "./sources.ts";

/**
 * Tables, and the one feature or part of the platform that writes them. Counts change with several tables, so no
 * feature writes them, only the triggers of `db/functions/counts.sql`.
 */
const WRITERS: Record<string, string> = {
  users: "features/people/users",
  tokens: "features/people/users",
  audit_entries: "features/people/audit",
  sessions: "features/people/accounts",
  attempts: "features/people/accounts",
  password_resets: "features/people/accounts",
  confirmed_addresses: "features/people/accounts",
  setup_codes: "features/web/setup",
  images: "features/publishing/images",
  shows: "features/publishing/shows",
  show_collaborators: "features/people/collaborators",
  user_collaborators: "features/people/collaborators",
  follows: "features/people/follows",
  blocks: "features/people/follows",
  organizations: "features/people/organizations",
  teams: "features/people/organizations",
  organization_members: "features/people/organizations",
  organization_networks: "features/people/organizations",
  advertisers: "features/advertising/advertisers",
  campaigns: "features/advertising/campaigns",
  lineitems: "features/advertising/lineitems",
  creatives: "features/advertising/lineitems",
  creative_files: "features/advertising/lineitems",
  oauth_clients: "features/people/oauth",
  oauth_keys: "features/people/oauth",
  oauth_records: "features/people/oauth",
  favorites: "features/listening/library",
  storage_plans: "features/publishing/storage",
  storage_use: "features/publishing/storage",
  uploads: "features/publishing/uploads",
  episodes: "features/publishing/episodes",
  chapters: "features/publishing/episodes",
  removed_chapters: "functions/counts",
  user_counts: "functions/counts",
  show_counts: "functions/counts",
  episode_counts: "functions/counts",
  likes: "features/listening/likes",
  bookmarks: "features/listening/likes",
  listening_progress: "features/listening/progress",
  messages: "features/listening/messages",
  message_reports: "features/listening/messages",
  cuepoints: "features/publishing/cuepoints",
  renditions: "features/listening/renditions",
  rendition_files: "features/listening/renditions",
  stitched_files: "features/listening/renditions",
  rendition_bases: "features/listening/renditions",
  pins: "features/listening/renditions",
  cuts: "features/listening/playback",
  address_secrets: "platform/db",
  listener_secrets: "features/measurement/counting",
  edge_removals: "features/listening/playback",
  edge_log_objects: "features/measurement/edgelogs",
  edge_requests: "features/measurement/edgelogs",
  edge_log_places: "features/measurement/edgelogs",
  journal_marks: "features/measurement/counting",
  media_records: "features/measurement/counting",
  media_parcels: "features/measurement/counting",
  deliveries: "features/measurement/counting",
  ledger_batches: "features/measurement/counting",
  downloads: "features/measurement/counting",
  author_sites: "features/measurement/counting",
  impressions: "features/measurement/counting",
  accruals: "features/measurement/counting",
  lineitem_counts: "features/measurement/counting",
  touches: "features/measurement/counting",
  exclusions: "features/measurement/counting",
  listed_networks: "features/measurement/counting",
  unrealistic_addresses: "features/measurement/counting",
  episode_plays: "features/measurement/counting",
  show_plays: "features/measurement/counting",
  pixels: "features/measurement/counting",
  pixel_counts: "features/measurement/counting",
  recounts: "features/measurement/counting",
  history_months: "features/measurement/counting",
  history_files: "features/measurement/counting",
  history_impressions: "features/measurement/counting",
  explore_lists: "features/discovery/explore",
  explore_list_items: "features/discovery/explore",
  rankings: "features/discovery/explore",
  ranked_shows: "features/discovery/explore",
  show_feeds: "features/distribution/feeds",
  feed_revisions: "features/distribution/feeds",
  feed_pings: "features/distribution/feeds",
  events: "features/distribution/events",
  event_outbox: "features/distribution/events",
  event_marks: "features/distribution/events",
  webhooks: "features/distribution/webhooks",
  webhook_deliveries: "features/distribution/webhooks",
  webhook_cursor: "features/distribution/events",
  lineitem_states: "features/distribution/events",
  devices: "features/listening/notifications",
  announcements: "features/listening/notifications",
  notification_settings: "features/listening/notifications",
  suppressed_addresses: "features/listening/notifications",
  episode_mails: "features/listening/notifications",
  delayed_pushes: "features/listening/notifications",
  mail_announcements: "features/listening/notifications",
  announcement_cursor: "features/distribution/events",
  show_feed_tags: "features/distribution/feedtags",
  episode_feed_tags: "features/distribution/feedtags",
  transcripts: "features/distribution/feedtags",
  search_shows: "features/discovery/search",
  search_episodes: "features/discovery/search",
  search_words: "features/discovery/search",
  search_languages: "features/discovery/search",
  search_levels: "features/discovery/search",
  search_repairs: "features/discovery/search",
  episode_tags: "features/discovery/tags",
  imports: "features/publishing/imports",
  import_codes: "features/publishing/imports",
  pacing: "features/advertising/adserving",
  reservations: "features/advertising/adserving",
  exposures: "features/advertising/adserving",
  suspect_origins: "features/advertising/adserving",
  delivered_days: "features/advertising/adserving",
  booking_changes: "features/advertising/adserving",
  decision_counts: "features/advertising/adserving",
  opportunities: "features/advertising/adserving",
  ad_rollups: "features/measurement/statistics",
  ad_details: "features/measurement/statistics",
  audience_rollups: "features/measurement/statistics",
  audience_names: "features/measurement/statistics",
  rollup_rebuilds: "features/measurement/statistics",
  rollup_state: "features/measurement/statistics",
  parcels: "features/measurement/statistics",
  parcel_feed: "features/measurement/statistics",
  episode_ages: "features/measurement/statistics",
  stale_ages: "features/measurement/statistics",
  annotations: "features/measurement/annotations",
  saved_reports: "features/measurement/campaignreports",
  saved_views: "features/studio/savedviews",
  report_schedules: "features/measurement/reportmails",
  report_recipients: "features/measurement/reportmails",
  report_optouts: "features/measurement/reportmails",
  report_mails: "features/measurement/reportmails",
  audience_mail_settings: "features/measurement/audiencemails",
  audience_mails: "features/measurement/audiencemails",
  show_jumps: "features/measurement/audiencemails",
  show_signals: "features/measurement/statistics",
  backups: "features/operations/backup",
  site_identity: "features/web/identity",
  idempotency_keys: "platform/db",
  record_changes: "functions/record_changes",
  purged_changes: "platform/db",
  background_migrations: "platform/jobs",
  schema_functions: "platform/db",
  schema_migrations: "platform/db",
  owned_jobs: "platform/jobs",
  owner_turns: "platform/jobs",
};

/** The files of `db/functions` whose triggers belong to a feature. */
const FUNCTIONS: Record<string, string> = {
  ages: "features/measurement/statistics",
  audit: "features/people/audit",
  bookings: "features/advertising/adserving",
  edges: "features/listening/playback",
  events: "features/distribution/events",
  feeds: "features/distribution/feeds",
  listening: "features/listening/progress",
  ranking: "features/discovery/explore",
  search_index: "features/discovery/search",
  storage: "features/publishing/storage",
  tags: "features/discovery/tags",
};

/** Stores that choose a table at run time, and the tables that they choose from. */
const CHOSEN: Record<string, string[]> = {
  // A restore fills all tables of an empty database.
  "src/platform/db/dump/load.ts": [],
  "src/platform/db/dump/snapshot.ts": [],
  "src/features/distribution/events/store.ts": ["webhook_cursor", "announcement_cursor"],
  "src/features/listening/likes/store.ts": ["likes", "bookmarks"],
  "src/features/measurement/counting/ledger/store.ts": ["episode_plays", "show_plays"],
  "src/features/measurement/statistics/aggregation/store.ts": ["ad_rollups", "audience_rollups"],
  "src/features/measurement/statistics/rebuilding/store.ts": ["ad_rollups", "audience_rollups"],
  "src/features/publishing/storage/store.ts": ["episodes", "creatives", "images"],
};

/** Writes by others than the table's writer, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  "db/functions/bookings.sql lineitems":
    "line items are deleted with their campaign, in the same transaction",
  "src/platform/db/actor.ts record_changes":
    "every transaction of a user notes that they write, for reads from a replica",
  "src/platform/db/changes.ts record_changes": "deletes what is no longer asked for",
  "db/functions/storage.sql images": "an episode's files move to its new author",
  "db/functions/storage.sql transcripts":
    "an episode's files move to its new author, and are removed when it is deleted",
  "db/functions/storage.sql chapters": "images of chapters are removed when the episode is deleted",
  "src/features/publishing/storage/store.ts episodes":
    "`storage.measure` fills in sizes that older versions did not store",
  "src/features/publishing/storage/store.ts creatives":
    "`storage.measure` fills in sizes that older versions did not store",
  "src/features/publishing/storage/store.ts images":
    "`storage.measure` fills in sizes that older versions did not store",
  "src/platform/jobs/owned/store.ts graphile_worker._private_jobs":
    "takes over jobs that older versions queued there",
};

/** A table chosen at run time. */
const ANY = "?";

/** The tables that a text of SQL writes. `do update`, `for update`, `SHARE UPDATE` and the like name none. */
const tablesIn = (sql: string): string[] =>
  [...sql.replace(/\s+/g, " ").matchAll(WRITING)].map(([, table = ""]) => table);
const WRITING =
  /\b(?:insert into|merge into|delete from|truncate(?: table)?|copy|(?<!\b(?:do|for|key|then|share) )update)(?: only)? (\?|\w+(?:\.\w+)?)/gi;

const KYSELY = new Set(["insertInto", "mergeInto", "replaceInto", "updateTable", "deleteFrom"]);

/** The table of a call such as `db.insertInto("users as u")`. */
function tableOfCall({ callee, arguments: [table] }: CallExpression): string[] {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  if (!KYSELY.has(callee.property.name)) return [];
  const name = table?.type === "Literal" ? String(table.value) : ANY;
  return [name.replace(/ as .*/, "")];
}

/** The tables that the code of a file writes. */
function tablesOf(source: Source): string[] {
  const tables: string[] = [];
  full(treeOf(source), (node: Node) => {
    if (node.type === "CallExpression") tables.push(...tableOfCall(node as CallExpression));
    if (node.type === "Literal" && mayWrite(source))
      tables.push(...tablesIn(String((node as Literal).value)));
    if (node.type === "TemplateLiteral" && mayWrite(source))
      tables.push(...tablesIn(textOf(node as TemplateLiteral)));
  });
  return [...new Set(tables)];
}

const textOf = ({ quasis }: TemplateLiteral): string =>
  quasis.map(({ value }) => value.cooked ?? "").join(ANY);

/** Only these files contain SQL; elsewhere "update" and "copy" are words of English. */
const mayWrite = ({ file }: Pick<Source, "file">): boolean =>
  path.basename(file) === "store.ts" || file.startsWith("src/platform/db/");

/** Each file and the tables that it writes. */
const written: [file: string, tables: string[]][] = [
  ...SOURCES.map((source): [string, string[]] => [source.file, tablesOf(source)]),
  ...globSync("db/functions/*.sql", { cwd: ROOT }).map((file): [string, string[]] => {
    const sql = readFileSync(path.join(ROOT, file), "utf8").replace(/--.*$/gm, "");
    return [file, [...new Set(tablesIn(sql))]];
  }),
];

/** Where a file belongs, in the words of `WRITERS`. */
function placeOf(file: string): string {
  if (!file.startsWith("db/functions/")) return file.replace(/^src\//, "");
  const name = path.basename(file, ".sql");
  return FUNCTIONS[name] ?? `functions/${name}`;
}

const isWriter = (file: string, table: string): boolean =>
  `${placeOf(file)}/`.startsWith(`${WRITERS[table] ?? "nobody"}/`);

test("each table has one writer", () => {
  const foreign = written.flatMap(([file, tables]) =>
    tables
      .flatMap((table) => (table === ANY ? (CHOSEN[file] ?? [ANY]) : [table]))
      .filter((table) => !isWriter(file, table))
      .map((table) => `${file} ${table}`),
  );
  expect(foreign.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test("the stores that choose a table at run time are listed", () => {
  const choosing = written.filter(([, tables]) => tables.includes(ANY)).map(([file]) => file);
  expect(choosing.sort()).toEqual(Object.keys(CHOSEN).sort());
});

test("every table of the schema has a writer", () => {
  const schema = readFileSync(path.join(ROOT, "db/schema.sql"), "utf8");
  const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, table]) => table);
  expect(Object.keys(WRITERS).sort()).toEqual(tables.sort());
});

test("the search for writes finds each kind of statement", () => {
  const sql = `with gone as (delete from only a returning *) insert into b select * from gone
    on conflict do update set n = 1; select from x for update of x; select from x for no key update;
    UPDATE c.d set n = 1; merge into e using f on true when matched then update set n = 1;
    truncate table g; copy h from stdin; update ? set n = 1`;
  expect(tablesIn(sql)).toEqual(["a", "b", "c.d", "e", "g", "h", ANY]);
});

test("SQL is only in store files and the database's own folder", () => {
  const bad = findings((source) => {
    if (mayWrite(source)) return [];
    return /\.(selectFrom|insertInto|mergeInto|updateTable|deleteFrom)\(|\bsql`|\bsql\.raw\(|\.query\(\s*[`"'](select|insert|update|delete|merge|truncate|copy|with)\b/i.test(
      source.text,
    )
      ? [source.file]
      : [];
  });
  expect(bad).toEqual([]);
});

test("triggers find out what has changed without joining the rows before and after", () => {
  // PostgreSQL keeps the plan of the first statement. That for one row takes the square of their number for many:
  // `except`, or `union all` and `group by`, do not.
  const joins = globSync("db/functions/*.sql", { cwd: ROOT }).filter((file) =>
    /\bjoin\s+(?:old|new)_rows\b/i.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(joins).toEqual([]);
});
