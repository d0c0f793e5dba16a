/** SQL of removals of audio from edges. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

/** An episode whose audio edges should remove. `open`: meanwhile everyone may hear it again. */
export type Removal = Readonly<{
  episode_id: number;
  /** How often it has been removed. */
  times: number;
  done_to: Buffer | null;
  failures: number;
  open: boolean;
}>;

/** The removal that is due first, which nobody else gets before `until`; undefined if none is. */
export async function takeRemoval(
  db: Executor,
  now: Date,
  until: Date,
): Promise<Removal | undefined> {
  const { rows } = await sql<Removal>`
    with taken as (
      update edge_removals set due_at = ${until}
      where episode_id = (
        select episode_id from edge_removals where due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      returning episode_id, times, done_to, failures)
    select taken.*, e.listenable and s.visibility = 'PUBLIC' and s.deleted_at is null as open
    from taken join episodes as e using (episode_id) join shows as s using (show_id)`.execute(db);
  return rows[0];
}

type Taken = Pick<Removal, "episode_id" | "times">;

/** A removal, unless its episode has been removed once more since it was taken. */
const sameRemoval = ({ episode_id, times }: Taken) =>
  sql<boolean>`episode_id = ${episode_id} and times = ${times}`;

export async function noteProgress(
  db: Executor,
  taken: Taken,
  change: Readonly<{ done_to?: Buffer; failures: number; due_at: Date }>,
): Promise<void> {
  await db.updateTable("edge_removals").set(change).where(sameRemoval(taken)).execute();
}

export async function deleteRemoval(db: Executor, taken: Taken): Promise<void> {
  await db.deleteFrom("edge_removals").where(sameRemoval(taken)).execute();
}

/** Forgets all removals, where there are no edges to tell. */
export async function deleteRemovals(db: Executor): Promise<void> {
  await db.deleteFrom("edge_removals").execute();
}

/** Up to `limit` renditions of an episode after a digest, by digest. */
export async function listRenditions(
  db: Executor,
  episode_id: number,
  after: Buffer | null,
  limit: number,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("renditions")
    .select("digest")
    .where("episode_id", "=", episode_id)
    .where("digest", ">", after ?? Buffer.alloc(0))
    .orderBy("digest")
    .limit(limit)
    .execute();
  return rows.map(({ digest }) => digest);
}
