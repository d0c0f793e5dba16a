/** All SQL about pictures. */
import { type Insertable, sql, type Transaction } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { DB, Images } from "../../platform/db/rows.ts";
import type { MediaKey } from "../../platform/media/key.ts";

export async function insertImage(db: Executor, image: Insertable<Images>): Promise<number> {
  const row = await db
    .insertInto("images")
    .values(image)
    .returning("image_id")
    .executeTakeFirstOrThrow();
  return row.image_id;
}

/**
 * Keeps the sweep from taking files away until this transaction ends. Without it a file could go
 * between being found in place by `put` and being referred to. PostgreSQL refuses it outside a
 * transaction, which is right.
 */
export async function holdOffSweep(db: Executor): Promise<void> {
  await sql`lock table images in row exclusive mode`.execute(db);
}

/** Waits for every transaction that is keeping a picture, and makes new ones wait for this one. */
export async function stopKeeping(db: Transaction<DB>): Promise<void> {
  await sql`lock table images in share mode`.execute(db);
}

/** Forgets pictures made before `before` that no record shows. */
export async function deleteUnusedImages(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from images i where i.created_at < ${before}
      and not exists (select from users where users.image_id = i.image_id)
      and not exists (select from shows where shows.image_id = i.image_id)
      and not exists (select from episodes where episodes.image_id = i.image_id)
      and not exists (select from chapters where chapters.image_id = i.image_id)`.execute(db);
}

/** Those of `keys` that no picture has. */
export async function findUnusedKeys(db: Executor, keys: MediaKey[]): Promise<MediaKey[]> {
  const { rows } = await sql<{ key: MediaKey }>`
    with given as (select unnest(${keys}::text[]) as key)
    select key from given
    except select original_key from images join given on key = original_key
    except select upright_key from images join given on key = upright_key
    except select square_key from images join given on key = square_key
    except select feed_key from images join given on key = feed_key`.execute(db);
  return rows.map(({ key }) => key);
}
