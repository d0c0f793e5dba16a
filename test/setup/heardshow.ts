/** A show with downloads on known days, and the browser of its author, for tests of pages of numbers. */

import { makeEpisode, makeShow } from "./factories.ts";
import { countUp, download, openLedgers, writeBatch } from "./ledgers.ts";
import { type Surfer, signedInSurfer } from "./surfer.ts";
import type { Person, World } from "./world.ts";

const NOW = new Date("2026-06-30T12:00:00Z");
/** Four weeks up to the day on which the tests are run. */
export const DAYS = "from=2026-06-03&to=2026-06-30";

export type HeardShow = Readonly<{
  ada: Person;
  browser: Surfer;
  show_id: number;
  /** Published on 1 May: 16 downloads. */
  first: number;
  /** Published on 10 June: 18 downloads. */
  second: number;
  /** The path of its numbers. */
  root: string;
}>;

/** Makes the show, and stops the clock of `world`. */
export async function makeHeardShow(world: World): Promise<HeardShow> {
  const { deps } = world;
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { title: "Night <Trains>" });
  await openLedgers(deps.db);
  world.setTime(NOW);
  const first = await makeEpisode(world, show_id, {
    title: "First & foremost",
    published_at: "2026-05-01 10:30:00+00",
    created_at: "2026-05-01 00:00:00+00",
  });
  const second = await makeEpisode(world, show_id, {
    title: "Second",
    published_at: "2026-06-10 00:00:00+00",
    created_at: "2026-06-09 00:00:00+00",
  });
  const heard = (episode_id: number) => ({ episode_id, show_id, author_id: ada.user_id });
  const [one, two] = [heard(first), heard(second)];
  const app = { source: "Overcast", country: "IT" };
  const many = (at: string, count: number, what: ReturnType<typeof heard> & object) =>
    Array.from({ length: count }, (_, n) => download(at, `${at} ${n}`, what));
  await writeBatch(deps.db, {
    downloads: [
      ...many("2026-05-02 10:00:00", 4, one),
      ...many("2026-05-20 10:00:00", 10, { ...one, ...app }),
      ...many("2026-06-10 07:00:00", 13, { ...two, ...app }),
      ...many("2026-06-11 07:00:00", 5, { ...two, country: "DE", purpose: "download" } as never),
      ...many("2026-06-30 09:00:00", 2, { ...one, ...app }),
    ],
  });
  await deps.db
    .insertInto("exclusions")
    .values({ day: "2026-06-12", episode_id: second, reason: "bot-ua", requests_count: 17 })
    .execute();
  await countUp(deps);
  const browser = await signedInSurfer(world.baseUrl, ada.username);
  return { ada, browser, show_id, first, second, root: `/studio/shows/${show_id}/numbers` };
}

/** The rows of the table of a figure: the heading, then the cells with text. */
export function tableOf(text: string, id: string): string[][] {
  const figure = text.split(`<figure class="chart" id="${id}"`)[1]?.split("</figure>")[0] ?? "";
  return [...figure.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)].map(
    ([, name = "", rest = ""]) => [
      name.replace(/<[^>]+>/g, ""),
      ...[...rest.matchAll(/<td class="number">(.*?)<\/td>/gs)].map(([, cell = ""]) => cell),
    ],
  );
}
