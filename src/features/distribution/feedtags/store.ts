/** All SQL about feed tags of shows and episodes. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Owner } from "./rules.ts";
import type { EpisodeTags, ShowTags } from "./schema.ts";

export type Tag = { owner: Owner; id: number; noun: string };

/** The value of a tag; undefined if it was never set. */
export async function findTag(db: Executor, { owner, id, noun }: Tag): Promise<unknown> {
  const found =
    owner === "show"
      ? await db
          .selectFrom("show_feed_tags")
          .select("value")
          .where("show_id", "=", id)
          .where("noun", "=", noun)
          .executeTakeFirst()
      : await db
          .selectFrom("episode_feed_tags")
          .select("value")
          .where("episode_id", "=", id)
          .where("noun", "=", noun)
          .executeTakeFirst();
  return found?.value;
}

/** Sets tags of a show; null or an empty list removes a tag, absent ones stay. */
export async function saveShowTags(db: Executor, show_id: number, tags: ShowTags): Promise<void> {
  const { set, unset } = apart(tags);
  if (unset.length > 0)
    await db
      .deleteFrom("show_feed_tags")
      .where("show_id", "=", show_id)
      .where("noun", "in", unset)
      .execute();
  if (set.length === 0) return;
  await db
    .insertInto("show_feed_tags")
    .values(set.map(([noun, value]) => ({ show_id, noun, value: JSON.stringify(value) })))
    .onConflict((conflict) =>
      conflict
        .columns(["show_id", "noun"])
        .doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
    )
    .execute();
}

/** Sets tags of many episodes at once; null or an empty list removes a tag, absent ones stay. */
export async function saveEpisodeTags(
  db: Executor,
  all: ReadonlyMap<number, EpisodeTags>,
): Promise<void> {
  const parts = [...all].map(([episode_id, tags]) => ({ episode_id, ...apart(tags) }));
  for (const { episode_id, unset } of parts)
    if (unset.length > 0)
      await db
        .deleteFrom("episode_feed_tags")
        .where("episode_id", "=", episode_id)
        .where("noun", "in", unset)
        .execute();
  const values = parts.flatMap(({ episode_id, set }) =>
    set.map(([noun, value]) => ({ episode_id, noun, value: JSON.stringify(value) })),
  );
  for (let from = 0; from < values.length; from += 1000)
    await db
      .insertInto("episode_feed_tags")
      .values(values.slice(from, from + 1000))
      .onConflict((conflict) =>
        conflict
          .columns(["episode_id", "noun"])
          .doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
      )
      .execute();
}

function apart(tags: object): { set: [string, unknown][]; unset: string[] } {
  const given = Object.entries(tags).filter(([, value]) => value !== undefined);
  const isEmpty = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0);
  return {
    set: given.filter(([, value]) => !isEmpty(value)),
    unset: given.filter(([, value]) => isEmpty(value)).map(([noun]) => noun),
  };
}

/** All tags of a show. The values were validated when they were written. */
export async function findShowTags(db: Executor, show_id: number): Promise<ShowTags> {
  const rows = await db
    .selectFrom("show_feed_tags")
    .select(["noun", "value"])
    .where("show_id", "=", show_id)
    .execute();
  return Object.fromEntries(rows.map(({ noun, value }) => [noun, value])) as ShowTags;
}

/** All tags of these episodes, by episode. */
export async function findEpisodeTags(
  db: Executor,
  ids: readonly number[],
): Promise<Map<number, EpisodeTags>> {
  const rows = await db
    .selectFrom("episode_feed_tags")
    .select(["episode_id", "noun", "value"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  const byEpisode = Map.groupBy(rows, ({ episode_id }) => episode_id);
  return new Map(
    [...byEpisode].map(([id, all]) => [
      id,
      Object.fromEntries(all.map(({ noun, value }) => [noun, value])) as EpisodeTags,
    ]),
  );
}
