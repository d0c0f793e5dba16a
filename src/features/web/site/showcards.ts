/** Reads the covers, authors and languages of the shows in lists, in one statement for all lists of a page. */
import type { Executor } from "../../../platform/db/database.ts";
import { imageSizes, imageUrls } from "../../publishing/images/views.ts";
import { findShowCards } from "./store.ts";
import type { EpisodeItem, ShowCard } from "./views.ts";

type Listed = Readonly<{ show_id: number }>;
type ListedCard = ShowCard & Listed;
type Card = NonNullable<ReturnType<Awaited<ReturnType<typeof findShowCards>>["get"]>>;

const cardView = (row: Card, baseUrl: string): ListedCard => ({
  show_id: row.show_id,
  site_url: `${baseUrl}/show/${row.show_id}`,
  title: row.title,
  image_url: imageUrls(row, baseUrl).image_url,
  image_sizes: imageSizes(row, baseUrl),
  author_name: row.author_name ?? row.author_fullname,
  language: row.language,
});

/** The cards of several lists of shows, in the order of each; one statement. */
export async function cardsOf(
  db: Executor,
  lists: readonly (readonly Listed[])[],
  baseUrl: string,
): Promise<ListedCard[][]> {
  const found = await findShowCards(
    db,
    lists.flat().map(({ show_id }) => show_id),
  );
  return lists.map((list) =>
    list.flatMap(({ show_id }) => {
      const row = found.get(show_id);
      return row === undefined ? [] : [cardView(row, baseUrl)];
    }),
  );
}

/** Episodes of several shows, each with its show; one statement. */
export async function withShows<E extends Omit<EpisodeItem, "show"> & Listed>(
  db: Executor,
  episodes: readonly E[],
  baseUrl: string,
) {
  const found = await findShowCards(
    db,
    episodes.map(({ show_id }) => show_id),
  );
  return episodes.map((episode) => {
    const row = found.get(episode.show_id);
    return { ...episode, ...(row && { show: cardView(row, baseUrl) }) };
  });
}
