/** SQL of renditions. */
import { sql } from "kysely";
import { bytesColumn } from "../../../platform/db/columns.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import { unpack } from "./packing/rules.ts";
import { writtenFor } from "./packing/store.ts";
import { filesOf } from "./rules.ts";
import { type Manifest, partList } from "./schema.ts";

/** Stores a rendition, and that its files are in use. Returns false if it exists already, which changes nothing. */
export async function insertRendition(db: Executor, made: Manifest, at: Date): Promise<boolean> {
  const { digest: hex, parts, ...columns } = made;
  const digest = Buffer.from(hex, "hex");
  const row = { ...columns, digest, ...(await writtenFor(db, made, at)) };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("renditions")
    .values({ ...row, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await touchFiles(db, filesOf(parts), at);
  return true;
}

/**
 * Records that renditions use these files, to the day. Files that are known for the day are only looked up: listeners of
 * one ad would otherwise wait for each other.
 */
async function touchFiles(db: Executor, files: ReadonlySet<MediaKey>, at: Date): Promise<void> {
  if (files.size === 0) return;
  const day = sql`(${at}::timestamptz at time zone 'UTC')::date`;
  await sql`
    insert into stitched_files (media_key, used_on)
    select key, ${day} from unnest(${[...files].sort()}::text[]) as key
    where not exists (select from stitched_files where media_key = key and used_on >= ${day})
    on conflict (media_key) do update set used_on = greatest(stitched_files.used_on, excluded.used_on)`.execute(
    db,
  );
}

/** A manifest and when it was made. */
export type StoredManifest = Manifest & Readonly<{ created_at: Date }>;

const withContent = (db: Executor) =>
  db
    .selectFrom("renditions")
    .leftJoin("rendition_bases", "rendition_bases.base_id", "renditions.base_id")
    .select(["head", "segments", "packed", "rendition_bases.content as base"]);

type Content = Awaited<ReturnType<ReturnType<typeof withContent>["executeTakeFirstOrThrow"]>>;

const readContent = ({
  head,
  segments,
  packed,
  base,
}: Content): Pick<Manifest, "head" | "parts"> =>
  packed === null || base === null
    ? { head, parts: partList.parse(segments) }
    : unpack(packed, base);

/** A rendition by its hex digest; undefined if there is none. */
export async function findManifest(db: Executor, hex: string): Promise<StoredManifest | undefined> {
  const row = await withContent(db)
    .select(["renditions.episode_id", "media_key", "bytes"])
    .select(["programme_bytes", "bytes_per_minute", "renditions.created_at"])
    .where("digest", "=", Buffer.from(hex, "hex"))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { head, segments, packed, base, ...columns } = row;
  return { ...columns, digest: hex, ...readContent({ head, segments, packed, base }) };
}

/** What a manifest says without its head, which is most of its bytes. */
export type Contents = Pick<Manifest, "digest" | "parts" | "programme_bytes" | "bytes_per_minute">;

/** The contents of those renditions (hex digests) that exist. */
export async function findContents(db: Executor, digests: readonly string[]): Promise<Contents[]> {
  const rows = await withContent(db)
    .select(["digest", "programme_bytes", "bytes_per_minute"])
    .where("digest", "=", sql<Buffer>`any(${bytesColumn(digests)}::bytea[])`)
    .execute();
  return rows.map((row) => ({
    digest: row.digest.toString("hex"),
    programme_bytes: row.programme_bytes,
    bytes_per_minute: row.bytes_per_minute,
    parts: readContent(row).parts,
  }));
}

/** Records that a rendition and its files are in use, at most once a day. */
export async function touchRendition(db: Executor, hex: string, at: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("renditions")
    .set({ last_used_at: at })
    .where("digest", "=", Buffer.from(hex, "hex"))
    .where("last_used_at", "<", new Date(at.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  for (const { parts } of await findContents(db, [hex])) await touchFiles(db, filesOf(parts), at);
}

const DAY_MS = 86_400_000;

/** Deletes the renditions that are neither used since `unusedSince` nor pinned. Returns their number. */
export async function forgetRenditions(db: Executor, unusedSince: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("renditions")
    .where("last_used_at", "<", unusedSince)
    .where(sql<boolean>`not exists (select from pins where pins.digest = renditions.digest)`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Forgets the files that no rendition has used since `unusedSince`, which is before all renditions that are left. */
export async function forgetStitchedFiles(db: Executor, unusedSince: Date): Promise<void> {
  await db
    .deleteFrom("stitched_files")
    .where("used_on", "<", sql<string>`(${unusedSince}::timestamptz at time zone 'UTC')::date`)
    .execute();
}
