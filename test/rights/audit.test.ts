/** Tests that no write escapes the audit log: every route that writes, every table and every column. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { NOUNS } from "../../src/features/distribution/feedtags/rules.ts";
import { useWorld } from "../setup/world.ts";
import { ACTORS, type Stage, setStage } from "./cast.ts";
import { MATRIX } from "./matrix.ts";

const world = useWorld();
let stage: Stage;

beforeAll(async () => {
  stage = await setStage(world);
});

/** What listeners write, and requests that change no subject. */
const NO_SUBJECT = [
  "DELETE /v2/admin/jobs/:queue/:job_id",
  "DELETE /v2/annotations/:annotation_id",
  "DELETE /v2/episodes/:episode_id/messages/:message_id/settled",
  "DELETE /v2/me/devices/:device_id",
  "DELETE /v2/saved-reports/:report_id",
  "DELETE /v2/saved-reports/:report_id/schedule",
  "DELETE /v2/users/:user_id/blocks/:blocked_id",
  "DELETE /v2/users/:user_id/bookmarks/:episode_id",
  "DELETE /v2/users/:user_id/favorites/:show_id",
  "DELETE /v2/users/:user_id/followings/:following_id",
  "DELETE /v2/users/:user_id/likes/:episode_id",
  "DELETE /v2/webhooks/:webhook_id",
  "POST /v2/admin/imports/:import_id/cancel",
  "POST /v2/admin/imports/:import_id/retry",
  "POST /v2/admin/jobs/:queue/:job_id/retry",
  "POST /v2/annotations",
  "POST /v2/annotations/:annotation_id",
  "POST /v2/audience-mails/unsubscribe",
  "POST /v2/episode-mails/unsubscribe",
  "POST /v2/episodes/:episode_id/messages",
  "POST /v2/episodes/:episode_id/messages/:message_id/report-abuse",
  "POST /v2/episodes/:episode_id/preview",
  "POST /v2/imports",
  "POST /v2/me/devices",
  "POST /v2/lineitems/:lineitem_id/aircheck",
  "POST /v2/lineitems/forecast",
  "POST /v2/organizations/:organization_id/saved-reports",
  "POST /v2/report-mails/unsubscribe",
  "POST /v2/saved-reports/:report_id",
  "POST /v2/saved-reports/:report_id/mails",
  "POST /v2/users/:user_id",
  "POST /v2/webhooks",
  "POST /v2/webhooks/:webhook_id",
  "POST /v2/webhooks/:webhook_id/deliveries/:delivery_id/replay",
  "POST /v2/webhooks/:webhook_id/replay",
  "POST /v2/webhooks/:webhook_id/rotate-secret",
  "POST /v2/webhooks/:webhook_id/test",
  "PUT /v2/episodes/:episode_id/messages/:message_id/settled",
  "PUT /v2/me/notification-settings",
  "PUT /v2/users/:user_id/blocks/:blocked_id",
  "PUT /v2/users/:user_id/bookmarks/:episode_id",
  "PUT /v2/users/:user_id/favorites/:show_id",
  "PUT /v2/users/:user_id/followings/:following_id",
  "PUT /v2/users/:user_id/likes/:episode_id",
];

/** Requests of the matrix that find what they ask for already so. */
const NOTHING_TO_CHANGE = [
  "DELETE /v2/campaigns/:campaign_id/share",
  "DELETE /v2/episodes/:episode_id/chapters",
  "DELETE /v2/episodes/:episode_id/cuepoints",
  "DELETE /v2/shows/:show_id/collaborators/:collaborator_id",
  "PUT /v2/explore/lists/:list_id",
  ...NOUNS.map(({ owner, noun }) => `PUT /v2/${owner}s/:${owner}_id/${noun.replaceAll("_", "-")}`),
];

const latest = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(entry_id), 0) id from audit_entries`.execute(world.deps.db);
  return rows[0]?.id ?? 0;
};

const entriesAfter = (entry_id: number) =>
  world.deps.db.selectFrom("audit_entries").selectAll().where("entry_id", ">", entry_id).execute();

test("each write of a subject is logged with its actor", async () => {
  const silent: string[] = [];
  for (const [name, row] of Object.entries(MATRIX)) {
    const [method = ""] = name.split(" ");
    if (method === "GET") continue;
    const actor = ACTORS.findLast((one) => row.may === "anyone" || row.may.includes(one));
    const path = await row.to(stage);
    const before = await latest();
    const { status } = await stage.actors[actor ?? "admin"].send(method, path, row.send ?? null);
    const entries = await entriesAfter(before);
    for (const { actor_id, via } of entries)
      expect({ name, via, known: actor_id !== null }).toEqual({ name, via: "token", known: true });
    if (status === 200 && entries.length === 0) silent.push(name);
  }
  expect(silent.sort()).toEqual([...NO_SUBJECT, ...NOTHING_TO_CHANGE].sort());
});

/** Columns that no entry mentions: keys, what Longwave computes, and what is personal. */
const NOT_RECORDED: Record<string, string[]> = {
  chapters: ["chapter_id"],
  creatives: [
    "duration",
    "error",
    "replaces",
    "sound",
    "status",
    "upload_bytes",
    "upload_key",
    "user_id",
  ],
  episodes: [
    "encoding_error",
    "encoding_id",
    "encoding_progress",
    "encoding_status",
    "image_error",
    "import_image_url",
    "listenable",
    "loudness_lufs",
    "media_bytes",
    "media_frames",
    "media_header_bytes",
    "media_type",
    "original_bytes",
    "original_key",
    "upload_bytes",
    "waveform_bytes",
    "waveform_key",
  ],
  explore_lists: ["edition", "type"],
  messages: ["client_id", "reply_to_id", "settled_at", "text"],
  shows: ["guid", "image_error", "import_image_url", "quality"],
  site_identity: ["only_one"],
  transcripts: ["bytes", "user_id"],
  users: [
    "birthday",
    "contact_email",
    "content_languages",
    "description",
    "email",
    "favorites_public",
    "fullname",
    "gender",
    "image_id",
    "language",
    "location",
    "location_latitude",
    "location_longitude",
    "password_hash",
    "show_age",
    "socialnet1_permalink",
    "socialnet2_username",
    "timezone",
    "username",
    "website_url",
  ],
};

test("each column of an audited table is recorded, withheld or listed here", async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('created_at', 'updated_at', 'revision')
    where exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname in ('audit_record', 'audit_part'))
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid,
          unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) argument,
          unnest(string_to_array(argument, ',')) recorded
        where t.tgrelid = c.oid and p.proname in ('audit_record', 'audit_part') and recorded = a.attname)
    group by c.relname order by c.relname`.execute(world.deps.db);
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(
    NOT_RECORDED,
  );
});

/**
 * Tables that refer to a subject and are not audited: what Longwave computes, what listeners do, and notes. Of reports,
 * only the decisions are logged.
 */
const NOT_AUDITED = [
  "annotations",
  "announcements",
  "audience_mails",
  "bookmarks",
  "creative_files",
  "delayed_pushes",
  "edge_removals",
  "episode_ages",
  "episode_counts",
  "episode_mails",
  "episode_tags",
  "explore_list_items",
  "favorites",
  "feed_pings",
  "feed_revisions",
  "imports",
  "likes",
  "listening_progress",
  "mail_announcements",
  "message_reports",
  "pacing",
  "ranked_shows",
  "removed_chapters",
  "rendition_bases",
  "renditions",
  "reservations",
  "saved_reports",
  "search_episodes",
  "search_shows",
  "show_counts",
  "show_jumps",
  "show_signals",
];

test("each table that refers to a subject is audited or listed here", async () => {
  const { rows } = await sql<{ name: string }>`
    with audited as (select distinct t.tgrelid from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.proname in ('audit_record', 'audit_part'))
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid in (select tgrelid from audited)
      and c.confrelid <> 'users'::regclass and c.conrelid not in (select tgrelid from audited)
    order by name`.execute(world.deps.db);
  expect(rows.map(({ name }) => name)).toEqual(NOT_AUDITED);
});
