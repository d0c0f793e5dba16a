/** All SQL about chapters. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Chapters } from "../../../../platform/db/rows.ts";

export type NewChapter = Omit<Insertable<Chapters>, "episode_id">;

/**
 * Replaces all chapters of an episode with `chapters`, which have distinct starts. A chapter that starts where an old
 * one did remains that chapter: it keeps its id, and its image unless a new one is given.
 */
export async function replaceChapters(
  db: Executor,
  episode_id: number,
  chapters: NewChapter[],
): Promise<void> {
  const starts = chapters.map(({ starts_at }) => starts_at);
  await db
    .deleteFrom("chapters")
    .where("episode_id", "=", episode_id)
    .where(sql<boolean>`starts_at <> all(${starts}::integer[])`)
    .execute();
  if (chapters.length === 0) return;
  await db
    .insertInto("chapters")
    .values(chapters.map((chapter) => ({ ...chapter, episode_id })))
    .onConflict((conflict) =>
      conflict.columns(["episode_id", "starts_at"]).doUpdateSet((eb) => ({
        title: eb.ref("excluded.title"),
        external_url: eb.ref("excluded.external_url"),
        image_id: eb.fn.coalesce("excluded.image_id", "chapters.image_id"),
        updated_at: sql`now()`,
        revision: eb.ref("excluded.revision"),
      })),
    )
    .execute();
}

export async function insertChapter(db: Executor, chapter: Insertable<Chapters>): Promise<number> {
  const { chapter_id } = await db
    .insertInto("chapters")
    .values(chapter)
    .returning("chapter_id")
    .executeTakeFirstOrThrow();
  return chapter_id;
}

/** Changes a chapter and increments its revision. */
export async function updateChapter(
  db: Executor,
  chapter_id: number,
  changes: Updateable<Chapters>,
): Promise<void> {
  await db
    .updateTable("chapters")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("chapter_id", "=", chapter_id)
    .execute();
}

/** The chapters of an episode with their revisions, in order; locked until the transaction ends. */
export function lockChapters(db: Executor, episode_id: number) {
  return db
    .selectFrom("chapters")
    .select(["chapter_id", "starts_at", "title", "external_url", "revision"])
    .where("episode_id", "=", episode_id)
    .orderBy("starts_at")
    .forUpdate()
    .execute();
}

/** Deletes one chapter of an episode, or all. A trigger records where they started. */
export async function deleteChapters(
  db: Executor,
  episode_id: number,
  chapter_id?: number,
): Promise<void> {
  await db
    .deleteFrom("chapters")
    .where("episode_id", "=", episode_id)
    .$if(chapter_id !== undefined, (query) => query.where("chapter_id", "=", chapter_id ?? 0))
    .execute();
}

const selectChapters = (db: Executor) =>
  db
    .selectFrom("chapters")
    .leftJoin("images", "images.image_id", "chapters.image_id")
    .select([
      "chapters.chapter_id",
      "chapters.starts_at",
      "chapters.title",
      "chapters.external_url",
      "chapters.revision",
      "images.square_key",
      "images.upright_key",
    ]);

export type ChapterRow = Awaited<ReturnType<typeof listChapters>>[number];

type Key = { episode_id: number; chapter_id: number };

/** A chapter of the episode as everyone sees it. */
export function findChapter(db: Executor, { episode_id, chapter_id }: Key) {
  return selectChapters(db)
    .where("chapters.episode_id", "=", episode_id)
    .where("chapters.chapter_id", "=", chapter_id)
    .executeTakeFirst();
}

export async function countChapters(db: Executor, episode_id: number): Promise<number> {
  const { count } = await db
    .selectFrom("chapters")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("episode_id", "=", episode_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Where a chapter of the episode starts, or started before it was deleted. */
export async function findStart(
  db: Executor,
  { episode_id, chapter_id }: Key,
): Promise<number | undefined> {
  const startIn = (table: "chapters" | "removed_chapters") =>
    db
      .selectFrom(table as "chapters")
      .select("starts_at")
      .where("episode_id", "=", episode_id)
      .where("chapter_id", "=", chapter_id);
  const found = await startIn("chapters").unionAll(startIn("removed_chapters")).executeTakeFirst();
  return found?.starts_at;
}

type ChaptersQuery = { episode_id: number; after: number | null; limit: number };

/** Chapters that start after `after`, in order; returns one extra row to show that there are more. */
export function listChapters(db: Executor, { episode_id, after, limit }: ChaptersQuery) {
  return selectChapters(db)
    .where("chapters.episode_id", "=", episode_id)
    .$if(after !== null, (query) => query.where("chapters.starts_at", ">", after ?? 0))
    .orderBy("chapters.starts_at")
    .limit(limit + 1)
    .execute();
}
