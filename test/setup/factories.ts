/** Shows and episodes for tests, inserted directly into the database. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { insertEpisodes } from "../../src/features/publishing/episodes/store.ts";
import { insertShow } from "../../src/features/publishing/shows/store.ts";
import type { Episodes, Shows } from "../../src/platform/db/rows.ts";
import type { World } from "./world.ts";

/** A public show of `author`; returns its id. */
export function makeShow(
  { deps }: World,
  author: { user_id: number },
  overrides: Partial<Insertable<Shows>> = {},
): Promise<number> {
  const guid = randomUUID();
  return insertShow(deps.db, {
    author_id: author.user_id,
    title: "A show",
    permalink: `show-${guid}`,
    language: "en",
    guid,
    ...overrides,
  });
}

type EpisodeOverrides = Partial<Insertable<Episodes>>;

/** A public episode published now; returns its id. */
export async function makeEpisode(
  world: World,
  show_id: number,
  overrides: EpisodeOverrides = {},
): Promise<number> {
  const [episode_id] = await makeEpisodes(world, show_id, [overrides]);
  if (episode_id === undefined) throw new Error("No episode was inserted.");
  return episode_id;
}

/** Inserts at most 500 at once; returns their ids in the same order. */
export async function makeEpisodes(
  { deps }: World,
  show_id: number,
  all: readonly EpisodeOverrides[],
): Promise<number[]> {
  const { author_id } = await deps.db
    .selectFrom("shows")
    .select("author_id")
    .where("show_id", "=", show_id)
    .executeTakeFirstOrThrow();
  const episodes = all.map((overrides) => {
    const rss_guid = randomUUID();
    const media_url = `https://media.example/${rss_guid}.mp3`;
    const published_at = deps.clock();
    return {
      ...{
        show_id,
        author_id,
        type: "EXTERNAL" as const,
        title: "An episode",
        permalink: "an-episode",
      },
      encoding_status: "READY" as const,
      duration: 60_000,
      rss_guid,
      media_url,
      published_at,
      ...overrides,
    };
  });
  return insertEpisodes(deps.db, episodes);
}
