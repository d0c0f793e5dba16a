/** All SQL about transcripts. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Transcripts } from "../../../../platform/db/rows.ts";

/** The transcripts of an episode, oldest first. */
export function listTranscripts(db: Executor, episode_id: number) {
  return db
    .selectFrom("transcripts")
    .selectAll()
    .where("episode_id", "=", episode_id)
    .orderBy("transcript_id")
    .execute();
}

export type TranscriptRow = Awaited<ReturnType<typeof listTranscripts>>[number];

/** Whether the file under `media_key` is a transcript of the episode. */
export async function hasTranscript(
  db: Executor,
  episode_id: number,
  media_key: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("transcripts")
    .select("transcript_id")
    .where("episode_id", "=", episode_id)
    .where("media_key", "=", media_key)
    .executeTakeFirst();
  return found !== undefined;
}

/** The transcripts of these episodes, by episode, oldest first. */
export async function findTranscripts(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("transcripts")
    .selectAll()
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("transcript_id")
    .execute();
  return Map.groupBy(rows, ({ episode_id }) => episode_id);
}

export function insertTranscript(
  db: Executor,
  values: Insertable<Transcripts>,
): Promise<TranscriptRow> {
  return db.insertInto("transcripts").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Refers a transcript to another file. */
export async function updateTranscriptFile(
  db: Executor,
  transcript_id: number,
  file: Pick<TranscriptRow, "media_key" | "bytes" | "type">,
): Promise<void> {
  await db
    .updateTable("transcripts")
    .set(file)
    .where("transcript_id", "=", transcript_id)
    .execute();
}

/** Returns false if there was no such transcript, or if its file is another than `seen`. */
export async function deleteTranscript(
  db: Executor,
  episode_id: number,
  transcript_id: number,
  seen?: string | null,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("transcripts")
    .where("episode_id", "=", episode_id)
    .where("transcript_id", "=", transcript_id)
    .$if(seen !== undefined, (query) =>
      query.where("media_key", "is not distinct from", seen ?? null),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type Link = Pick<TranscriptRow, "type" | "language" | "rel"> & { url: string };

/** Replaces the episodes' linked transcripts; stored files stay. */
export async function replaceLinks(
  db: Executor,
  all: ReadonlyMap<number, readonly Link[]>,
): Promise<void> {
  if (all.size === 0) return;
  await db
    .deleteFrom("transcripts")
    .where("episode_id", "=", sql<number>`any(${[...all.keys()]}::bigint[])`)
    .where("url", "is not", null)
    .execute();
  const values = [...all].flatMap(([episode_id, links]) =>
    links.map((link) => ({ ...link, episode_id })),
  );
  for (let from = 0; from < values.length; from += 1000)
    await db
      .insertInto("transcripts")
      .values(values.slice(from, from + 1000))
      .execute();
}
