/** Property test: paging by last_id returns each item once, whatever happens to other items meanwhile. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { updateEpisode } from "./store.ts";

const world = useWorld();
let ada: Person;
beforeAll(async () => {
  ada = await world.person();
});

/** The test's model of an episode; `day` is null if it is not published. */
type Known = { day: number | null; hidden: boolean; deleted: boolean };
type Change = { what: "insert" | "delete" | "hide" | "show" | "publish"; pick: number } & Known;

// Few days, so that many episodes share one.
const known: fc.Arbitrary<Known> = fc.record({
  day: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 3 }),
  hidden: fc.boolean(),
  deleted: fc.constant(false),
});
const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.constantFrom("insert", "insert", "delete", "hide", "show", "publish"),
    fc.nat({ max: 99 }),
    known,
  )
  .map(([what, pick, row]) => ({ what, pick, ...row }) as Change);
const story = fc.record({
  of: fc.constantFrom("show", "user"),
  filter: fc.constantFrom("listenable", "editable"),
  sorting: fc.constantFrom("newest", "oldest"),
  limit: fc.integer({ min: 1, max: 4 }),
  start: fc.array(known, { minLength: 6, maxLength: 16 }),
  changes: fc.array(fc.array(change, { maxLength: 4 }), { minLength: 8, maxLength: 8 }),
});

const dateOf = (day: number | null) => (day === null ? null : new Date(Date.UTC(2024, 0, day)));
const columnsOf = ({ day, hidden }: Known) => ({ published_at: dateOf(day), hidden });

/** Applies a change; returns the id of an episode whose position it changed. */
async function apply(
  { what, pick, ...row }: Change,
  show_id: number,
  rows: Map<number, Known>,
  lastSeen: number | undefined,
): Promise<number | null> {
  if (what === "insert") {
    rows.set(await makeEpisode(world, show_id, columnsOf(row)), row);
    return null;
  }
  const [id, episode] = [...rows].at(pick % rows.size) ?? [];
  if (id === undefined || episode === undefined) return null;
  if (what === "publish") {
    // The last item seen is the reader's position, so moving it would move the reader.
    if (episode.day !== null || id === lastSeen) return null;
    episode.day = row.day ?? 1;
  }
  if (what === "delete") episode.deleted = true;
  if (what === "hide" || what === "show") episode.hidden = what === "hide";
  const deleted_at = episode.deleted ? new Date() : null;
  await updateEpisode(world.deps.db, id, { ...columnsOf(episode), deleted_at });
  return what === "publish" ? id : null;
}

type Page = { items: { episode_id: number }[]; next_url: string | null };

/** Reads all pages and returns the ids; `between` runs after each page. */
async function walk(path: string, between: (page: number, seen: number[]) => Promise<void>) {
  const seen: number[] = [];
  let next: string | null = path;
  for (let page = 0; next !== null; page += 1) {
    expect(page, "a walk without end").toBeLessThan(60);
    const { response }: { response: Page } = await ada.api.get<Page>(next);
    seen.push(...response.items.map(({ episode_id }) => episode_id));
    next = response.next_url;
    await between(page, seen);
  }
  return seen;
}

test("paging through a changing list neither repeats nor misses anything", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ of, filter, sorting, limit, start, changes }) => {
      const show_id = await makeShow(world, ada);
      const ids = await makeEpisodes(world, show_id, start.map(columnsOf));
      const rows = new Map(start.map((row, at) => [ids[at] ?? 0, { ...row }]));
      const inList = ({ day, hidden, deleted }: Known) =>
        !deleted && (filter === "editable" || (!hidden && day !== null));
      const unsteady = new Set<number>();
      const moved = new Set<number>();
      const notice = () => {
        for (const [id, row] of rows) if (!inList(row)) unsteady.add(id);
      };
      notice();
      const query = new URLSearchParams({ filter, sorting, limit: String(limit) });
      const path = of === "show" ? `/v2/shows/${show_id}` : "/v2/users/me";
      const seen = await walk(`${path}/episodes?${query}`, async (page, sofar) => {
        for (const one of changes[page] ?? []) {
          const mover = await apply(one, show_id, rows, sofar.at(-1));
          if (mover !== null) moved.add(mover);
          notice();
        }
      });
      const placed = seen.filter((id) => !moved.has(id));
      expect(new Set(placed).size, "repeated").toBe(placed.length);
      const steady = ids.filter((id) => !unsteady.has(id) && !moved.has(id));
      expect(seen, "missed").toEqual(expect.arrayContaining(steady));
      await world.deps.db.deleteFrom("episodes").where("show_id", "=", show_id).execute();
    }),
    { seed: 20, numRuns: 60 },
  );
});
