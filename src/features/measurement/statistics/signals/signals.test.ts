/** Tests the listening signals that the ranking of shows uses, from the ledgers and the delivered bytes. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { digestOf, download, openLedgers, writeBatch } from "../../../../../test/setup/ledgers.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { aggregateLedgers } from "../aggregation/actions.ts";
import { rollupJobs } from "../aggregation/jobs.ts";
import { publishCompletion, publishSignals } from "./store.ts";

const world = useWorld();
const NOW = new Date("2026-11-21T12:00:00Z");
const TODAY = "2026-11-21";
/** The weight of today's listeners: of all days that count, later ones count more. */
const WEIGHT =
  1 / Array.from({ length: 56 }, (_, days) => 2 ** (-days / 14)).reduce((a, b) => a + b);
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [ada, bob] = [await world.person(), await world.person()];
  await openLedgers(world.deps.db);
});

const signalsOf = (show_id: number) =>
  world.deps.db
    .selectFrom("show_signals")
    .select(["listeners", "completion"])
    .where("show_id", "=", show_id)
    .executeTakeFirst();

test("a listener of a show before and after it changes hands on one day is counted once", async () => {
  const { db } = world.deps;
  const [show_id, quiet] = [await makeShow(world, ada), await makeShow(world, ada)];
  const [one, other] = [await makeEpisode(world, show_id), await makeEpisode(world, show_id)];
  const under = (author: Person, episode_id: number) => (listener: string) =>
    download(`${TODAY} 08:00:00`, `${show_id} ${listener}`, {
      show_id,
      episode_id,
      author_id: author.user_id,
    });
  await writeBatch(db, {
    downloads: [...["a", "b", "c"].map(under(ada, one)), ...["b", "c", "d"].map(under(bob, other))],
  });
  await aggregateLedgers(world.deps);
  await publishSignals(db, NOW);
  expect((await signalsOf(show_id))?.listeners).toBeCloseTo(4 * WEIGHT, 10);
  expect(await signalsOf(quiet)).toEqual({ listeners: 0, completion: null });
});

test("the same is true when there are so many listeners that both counts are estimates", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const crowd = (author: Person, first: number) =>
    Array.from({ length: 3_000 }, (_, at) =>
      download(`${TODAY} 08:00:00`, `${show_id} ${first + at}`, {
        show_id,
        episode_id: episode_id + author.user_id,
        author_id: author.user_id,
      }),
    );
  // 4,000 in all; the sum of both counts would be 6,000.
  await writeBatch(db, { downloads: [...crowd(ada, 0), ...crowd(bob, 1_000)] });
  await aggregateLedgers(world.deps);
  await publishSignals(db, NOW);
  const listeners = (await signalsOf(show_id))?.listeners ?? 0;
  // Four standard errors of a sketch.
  expect(Math.abs(listeners / WEIGHT - 4_000)).toBeLessThan(4_000 * 4 * 0.0313);
});

/** Plays of an episode of 1,000 bytes, with the byte ranges sent for each. */
async function play(
  show_id: number,
  sent: readonly string[],
  purpose: "play" | "download" = "play",
): Promise<void> {
  const { db } = world.deps;
  const episode_id = await makeEpisode(world, show_id);
  const digest = digestOf(`rendition of ${episode_id}`);
  await db
    .insertInto("renditions")
    .values({
      digest,
      episode_id,
      media_key: "",
      head: Buffer.alloc(0),
      segments: "[]",
      bytes: 1_000,
      programme_bytes: 1_000,
      bytes_per_minute: 10,
    })
    .execute();
  await sql`select ensure_partition('deliveries', to_char(day, 'YYYYMMDD'), day, day + interval '1 day')
    from (select ${TODAY}::timestamptz as day) as today`.execute(db);
  const heard = { show_id, episode_id, author_id: ada.user_id, purpose };
  const downloads = sent.map((_, at) => download(`${TODAY} 08:00:00`, `${show_id} ${at}`, heard));
  await writeBatch(db, { downloads });
  const deliveries = downloads.map(({ window_start, listener }, at) => ({
    window_start,
    listener,
    episode_id,
    digest,
    sent: sent[at] ?? "{}",
    counted: true,
  }));
  await db.insertInto("deliveries").values(deliveries).execute();
}

test("completion is the share of an episode that was sent in plays, once there are enough plays", async () => {
  const { db } = world.deps;
  const [some, few, saved] = [
    await makeShow(world, ada),
    await makeShow(world, ada),
    await makeShow(world, ada),
  ];
  await play(some, ["{[0,500)}", "{[0,100),[200,600)}", "{[0,1000)}", "{[0,1000)}", "{[0,250)}"]);
  await play(few, ["{[0,1000)}", "{[0,1000)}", "{[0,1000)}", "{[0,1000)}"]);
  await play(saved, Array(6).fill("{[0,1000)}"), "download");
  await publishCompletion(db, NOW);
  expect((await signalsOf(some))?.completion).toBeCloseTo(3.25 / 5, 10);
  expect((await signalsOf(few))?.completion ?? null).toBeNull();
  expect((await signalsOf(saved))?.completion ?? null).toBeNull();

  // A correction takes one back, and four are too few.
  const [taken] = await db
    .selectFrom("downloads")
    .selectAll()
    .where("show_id", "=", some)
    .limit(1)
    .execute();
  if (taken === undefined) throw new Error("nothing was played");
  const { batch_id: _, ...row } = taken;
  await writeBatch(db, { downloads: [{ ...row, correction: 1, quantity: -1 }] });
  await publishCompletion(db, NOW);
  expect((await signalsOf(some))?.completion).toBeNull();
});

test("writing completion keeps the listener count, and completion expires after a week", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, ada);
  await play(show_id, Array(5).fill("{[0,1000)}"));
  await aggregateLedgers(world.deps);
  await publishSignals(db, NOW);
  await publishCompletion(db, NOW);
  const known = await signalsOf(show_id);
  expect(known?.completion).toBe(1);
  expect(known?.listeners).toBeCloseTo(5 * WEIGHT, 10);
  await publishCompletion(db, new Date("2026-11-29T12:00:00Z"));
  expect(await signalsOf(show_id)).toEqual({ ...known, completion: null });
});

test("jobs that an older version queued under their former names still run, but are not scheduled", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const of = { show_id, episode_id, author_id: ada.user_id };
  await writeBatch(db, { downloads: [download(`${TODAY} 09:00:00`, `${show_id} a`, of)] });
  await aggregateLedgers(world.deps);
  const jobs = rollupJobs({ ...world.deps, clock: () => NOW });
  const former = jobs.filter(({ name }) => name.startsWith("rollups.tell-"));
  for (const { cron, run } of former) {
    expect(cron).toBeUndefined();
    await run({}, { last: false });
  }
  expect(former).toHaveLength(2);
  expect((await signalsOf(show_id))?.listeners).toBeCloseTo(WEIGHT, 4);
});
