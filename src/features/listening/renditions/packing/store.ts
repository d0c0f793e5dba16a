/** SQL of bases: what the renditions of an episode are packed with. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Manifest } from "../schema.ts";
import { contentOf, pack } from "./rules.ts";

/** The columns of a rendition that hold its head and parts. */
type Written = Readonly<{
  head: Buffer;
  segments: string;
  base_id: number | null;
  packed: Buffer | null;
}>;

/** The migration that added bases. */
const ADDED = 196;
/** Above this share of its content, a packed rendition has little to do with its base, and becomes one. */
const LIKE = 0.4;

/**
 * How a rendition is written: packed, with the newest base of its episode, or with itself as a new base. Within a day of
 * an upgrade it is written in full, because processes of the release before, which cannot unpack it, may go on meanwhile.
 * Called in a transaction that holds the sweep off: no base is forgotten until it ends.
 */
export async function writtenFor(db: Executor, made: Manifest, at: Date): Promise<Written> {
  const { head, parts, episode_id } = made;
  if (!(await isPacking(db, at)))
    return { head, segments: JSON.stringify(parts), base_id: null, packed: null };
  const content = contentOf({ head, parts });
  const base = await findBase(db, episode_id);
  const packed = base === undefined ? null : pack(content, base.content);
  const isAlike = packed !== null && packed.length <= content.length * LIKE;
  const empty = { head: Buffer.alloc(0), segments: "[]" };
  if (base !== undefined && isAlike) return { ...empty, base_id: base.base_id, packed };
  const base_id = await insertBase(db, episode_id, content, at);
  return { ...empty, base_id, packed: pack(content, content) };
}

async function isPacking(db: Executor, at: Date): Promise<boolean> {
  const { rows } = await sql<{ packing: boolean }>`
    select added.applied_at < ${at}::timestamptz - interval '1 day'
      or added.applied_at < first.applied_at + interval '1 hour' as packing
    from schema_migrations added, schema_migrations first
    where added.version = ${ADDED} and first.version = 1`.execute(db);
  return rows[0]?.packing === true;
}

const findBase = (db: Executor, episode_id: number) =>
  db
    .selectFrom("rendition_bases")
    .select(["base_id", "content"])
    .where("episode_id", "=", episode_id)
    .orderBy("base_id", "desc")
    .limit(1)
    .executeTakeFirst();

async function insertBase(
  db: Executor,
  episode_id: number,
  content: Buffer,
  at: Date,
): Promise<number> {
  const { base_id } = await db
    .insertInto("rendition_bases")
    .values({ episode_id, content, created_at: at })
    .returning("base_id")
    .executeTakeFirstOrThrow();
  return base_id;
}

const isUnused = sql<boolean>`not exists (
  select from renditions where renditions.base_id = rendition_bases.base_id)`;

/** The bases made before a time that no rendition is packed with. */
export async function listUnusedBases(db: Executor, madeBefore: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("rendition_bases")
    .select("base_id")
    .where("created_at", "<", madeBefore)
    .where(isUnused)
    .execute();
  return rows.map(({ base_id }) => base_id);
}

/** Forgets those of `bases` that still no rendition is packed with. Called while writers of renditions wait. */
export async function forgetBases(db: Executor, bases: readonly number[]): Promise<void> {
  await db
    .deleteFrom("rendition_bases")
    .where("base_id", "in", [...bases])
    .where(isUnused)
    .execute();
}
