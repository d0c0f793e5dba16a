/** All SQL about favorites. */
import { type ExpressionBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/rows.ts";
import { selectListenable } from "../../publishing/episodes/lists/store.ts";
import { isListable, listColumns, type ShowListRow } from "../../publishing/shows/store.ts";

type Favorite = { user_id: number; show_id: number };

/** Makes a show a favorite, or changes its notifications; a show that is added again becomes the newest. */
export async function putFavorite(
  db: Executor,
  favorite: Favorite & { notifications_enabled: boolean },
) {
  await db
    .insertInto("favorites")
    .values(favorite)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "show_id"]).doUpdateSet((eb) => ({
        notifications_enabled: eb.ref("excluded.notifications_enabled"),
        position: eb
          .case()
          .when("favorites.removed_at", "is", null)
          .then(eb.ref("favorites.position"))
          .else(eb.ref("excluded.position"))
          .end(),
        notified_since: eb
          .case()
          .when(
            eb.and([
              eb("favorites.removed_at", "is", null),
              eb.ref("favorites.notifications_enabled"),
            ]),
          )
          .then(eb.ref("favorites.notified_since"))
          .else(sql<Date>`now()`)
          .end(),
        removed_at: null,
      })),
    )
    .execute();
}

export async function removeFavorite(db: Executor, { user_id, show_id }: Favorite): Promise<void> {
  await db
    .updateTable("favorites")
    .set({ removed_at: sql`now()` })
    .where("user_id", "=", user_id)
    .where("show_id", "=", show_id)
    .where("removed_at", "is", null)
    .execute();
}

/** The position of the show among the favorites, even after it was removed. */
export async function favoritePosition(
  db: Executor,
  { user_id, show_id }: Favorite,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("favorites")
    .select("position")
    .where("user_id", "=", user_id)
    .where("show_id", "=", show_id)
    .executeTakeFirst();
  return found?.position;
}

/**
 * Favorites below `before`, newest first; returns one extra row to show that there are more. Leaves out shows that
 * strangers cannot find.
 */
export function listFavorites(
  db: Executor,
  { user_id, before, limit }: { user_id: number; before: number | null; limit: number },
): Promise<ShowListRow[]> {
  return db
    .selectFrom("favorites")
    .innerJoin("shows", "shows.show_id", "favorites.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(listColumns)
    .where("favorites.user_id", "=", user_id)
    .where("favorites.removed_at", "is", null)
    .where(isListable)
    .$if(before !== null, (query) => query.where("favorites.position", "<", before ?? 0))
    .orderBy("favorites.position", "desc")
    .limit(limit + 1)
    .execute();
}

/** Whether the show is one of the user's favorites now. */
export async function isFavorite(db: Executor, { user_id, show_id }: Favorite): Promise<boolean> {
  const found = await db
    .selectFrom("favorites")
    .select("show_id")
    .where("user_id", "=", user_id)
    .where("show_id", "=", show_id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** More shows than anybody looks through; the list by time has pages for more. */
const MOST_SORTED = 500;

/** Favorites by title, or by their newest episode. */
export function listSortedFavorites(
  db: Executor,
  user_id: number,
  sort: "title" | "newest",
): Promise<Readonly<{ show_id: number }>[]> {
  const newest = (eb: ExpressionBuilder<DB, "shows">) =>
    eb
      .selectFrom("episodes")
      .select("episodes.published_at")
      .whereRef("episodes.show_id", "=", "shows.show_id")
      .where("episodes.listenable", "=", sql.lit(true))
      .where("episodes.published_at", "is not", null)
      .orderBy("episodes.published_at", "desc")
      .limit(1);
  return db
    .selectFrom("favorites")
    .innerJoin("shows", "shows.show_id", "favorites.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .select("shows.show_id")
    .where("favorites.user_id", "=", user_id)
    .where("favorites.removed_at", "is", null)
    .where(isListable)
    .$if(sort === "title", (query) => query.orderBy(sql`lower(shows.title)`))
    .$if(sort === "newest", (query) => query.orderBy(newest, sql`desc nulls last`))
    .orderBy("favorites.position", "desc")
    .limit(MOST_SORTED)
    .execute();
}

/** The newest episodes of the user's favorites that strangers may hear; `isUnplayed`: without those that they have heard. */
export function listNewEpisodes(
  db: Executor,
  user_id: number,
  { limit, isUnplayed }: Readonly<{ limit: number; isUnplayed: boolean }>,
) {
  const favorites = db
    .selectFrom("favorites")
    .select("favorites.show_id")
    .where("favorites.user_id", "=", user_id)
    .where("favorites.removed_at", "is", null);
  return selectListenable(db)
    .where("episodes.show_id", "in", favorites)
    .where("episodes.published_at", "is not", null)
    .$if(isUnplayed, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("listening_progress as heard")
              .select("heard.episode_id")
              .whereRef("heard.episode_id", "=", "episodes.episode_id")
              .where("heard.user_id", "=", user_id)
              .where("heard.is_played", "=", true),
          ),
        ),
      ),
    )
    .orderBy("episodes.published_at", "desc")
    .limit(limit)
    .execute();
}

export async function areFavoritesPublic(db: Executor, user_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("favorites_public")
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return found?.favorites_public ?? false;
}
