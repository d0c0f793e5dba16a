/** What follows from counting: windows, ads, money, pixels, corrections, and what failures leave. */
import { appendFile, mkdir, readdir, rename, utimes } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AD_BYTES,
  delivery,
  HEAD_BYTES,
  MINUTE,
  makeRendition,
  somebody,
  stitched,
} from "../../../test/setup/counting.ts";
import { makeEpisode, makeShow } from "../../../test/setup/factories.ts";
import { serveHttp } from "../../../test/setup/feeds.ts";
import { useWorld } from "../../../test/setup/world.ts";
import { journalFolder, openRecorder } from "./actions.ts";
import { openClassifier } from "./classifying.ts";
import { union, within } from "./folding/ranges.ts";
import { DAY_MS, dayOf } from "./folding/rules.ts";
import { countingJobs } from "./jobs.ts";
import { accrue } from "./ledger/accruals/actions.ts";
import { dueBy } from "./ledger/accruals/rules.ts";
import { sendPixels } from "./ledger/pixels/sending.ts";
import { upsertNetwork } from "./networks/store.ts";
import { recount } from "./recounting/actions.ts";
import type { DeliveryRecord, Recorder } from "./schema.ts";

const world = useWorld({ UNREALISTIC_DOWNLOADS: "3" });
let recorder: Recorder;
let show_id: number;
let organization_id: number;
let campaign: { campaign_id: number; team_id: number };
beforeAll(async () => {
  recorder = await openRecorder(world.deps);
  const owner = await world.person();
  show_id = await makeShow(world, owner);
  const insert = async (text: string, values: unknown[] = []) =>
    (await world.deps.pool.query(text, values)).rows[0].id;
  organization_id = await insert(
    "insert into organizations (name) values ('House') returning organization_id as id",
  );
  const team_id = await insert(
    "insert into teams (organization_id) values ($1) returning team_id as id",
    [organization_id],
  );
  const advertiser_id = await insert(
    "insert into advertisers (team_id, name, iab_categories) values ($1, 'Tea', 'IAB8') returning advertiser_id as id",
    [team_id],
  );
  const campaign_id = await insert(
    "insert into campaigns (team_id, advertiser_id, name) values ($1, $2, 'Spring') returning campaign_id as id",
    [team_id, advertiser_id],
  );
  campaign = { campaign_id, team_id };
});
afterAll(() => recorder.close());

const NOON = Date.parse("2026-05-04T12:00:00Z");
const HOUR = 3_600_000;

async function makeLineitem(overrides: Record<string, unknown> = {}): Promise<number> {
  const row = {
    ...campaign,
    ...{ name: "Tea", priority_id: 40, start_date: "2026-05-01", end_date: "2026-05-31" },
    ...{ goal_pacing: "ASAP", price_type: "CPM", price_amount: 2_500_000, active: true },
    approved_at: new Date("2026-04-30"),
    ...overrides,
  };
  const { lineitem_id } = await world.deps.db
    .insertInto("lineitems")
    .values(row)
    .returning("lineitem_id")
    .executeTakeFirstOrThrow();
  return lineitem_id;
}

/** An episode whose rendition begins with an ad of the line item. */
async function makeAudio(lineitem_id = 0, price = 2_500_000) {
  const episode_id = await makeEpisode(world, show_id);
  const ad = { lineitem_id, ...campaign, creative_id: 1, price: String(price) };
  return { episode_id, ...(await makeRendition(world, episode_id, stitched(ad))) };
}
type Audio = Awaited<ReturnType<typeof makeAudio>>;

async function hear(audio: Audio, records: Partial<DeliveryRecord>[], by = recorder) {
  for (const record of records) by.note(delivery(audio, { at: NOON, ...record }));
  await by.drain();
}

const downloadsOf = async ({ episode_id }: Audio): Promise<number> =>
  (await world.api.get(`/v2/episodes/${episode_id}`)).response.episode.downloads_count;

const countsOf = async (lineitem_id: number) => {
  const { rows } = await world.deps.pool.query(
    "select impressions_tracked, revenue from lineitem_counts where lineitem_id = $1",
    [lineitem_id],
  );
  return rows[0] ? [rows[0].impressions_tracked, rows[0].revenue] : [0, 0];
};

test("an ad counts when all of it was delivered, in a download that counts", async () => {
  const lineitem_id = await makeLineitem();
  const audio = await makeAudio(lineitem_id);
  const adEnd = HEAD_BYTES + AD_BYTES;
  const [left, sought, paused] = [somebody(), somebody(), somebody()];
  await world.deps.db
    .insertInto("reservations")
    .values({
      digest: Buffer.from(audio.digest, "hex"),
      listener: recorder.listeners.keyOf(delivery(audio, { address: paused }), new Date(NOON)),
      ...{ segment: 1, lineitem_id, campaign_id: campaign.campaign_id },
      ...{ reserved_at: new Date(NOON), expires_at: new Date(NOON + DAY_MS) },
    })
    .execute();
  await hear(audio, [
    { address: left, sent: [[0, adEnd + MINUTE - 2]] },
    { address: sought, sent: [[0, adEnd - 2]] },
    { address: sought, sent: [[adEnd, adEnd + MINUTE]] },
    { address: paused, sent: [[0, HEAD_BYTES + 1000]] },
    { address: paused, sent: [[adEnd, adEnd + MINUTE]] },
  ]);
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([2, 0, 0]);
  // The rest of the ad, heard later in the day; and once more.
  await hear(audio, [{ address: paused, sent: [[HEAD_BYTES, adEnd - 1]] }]);
  await hear(audio, [{ address: paused }, { address: paused }]);
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([2, 1, 2_500_000]);
  const { rows } = await world.deps.pool.query(
    "select 1 from reservations where lineitem_id = $1",
    [lineitem_id],
  );
  expect(rows).toEqual([]);
});

test("a hard cap bills the goal at most", async () => {
  const lineitem_id = await makeLineitem({ goal_impressions: 3, hard_cap: true });
  const audio = await makeAudio(lineitem_id, 10);
  await hear(audio, [{}, {}]);
  await hear(audio, [{}, {}, {}]);
  await hear(audio, [{}]);
  expect(await countsOf(lineitem_id)).toEqual([6, 30]);
});

/** The table of delivery §2: Monday 22:00, Tuesday 03:00, 22:15, Wednesday 23:15. */
const TIMES = ["04T22:00", "05T03:00", "05T22:15", "06T23:15"].map((time) =>
  Date.parse(`2026-05-${time}Z`),
);

test.each([
  ["day", 3, [0, 1, 2, 3]],
  ["first-touch", 3, [0, 1, 2, 3]],
  // One that comes late by hours joins the window that began after it.
  ["first-touch", 2, [1, 0, 2, 3]],
] as const)("windows of %s", async (download_window, counted, order) => {
  const owner = await world.person();
  const show = await makeShow(world, owner);
  await world.deps.pool.query(
    "update organizations set download_window = $1 where organization_id = $2",
    [download_window, organization_id],
  );
  await world.deps.db
    .insertInto("organization_networks")
    .values({ user_id: owner.user_id, organization_id })
    .execute();
  const episode_id = await makeEpisode(world, show);
  const audio = {
    episode_id,
    ...(await makeRendition(
      world,
      episode_id,
      stitched({ lineitem_id: 0, ...campaign, creative_id: 1, price: 0 }),
    )),
  };
  const address = somebody();
  for (const at of order) await hear(audio, [{ address, at: TIMES[at] ?? 0 }]);
  expect(await downloadsOf(audio)).toBe(counted);
  const { rows } = await world.deps.pool.query(
    "select window_start from downloads where episode_id = $1 order by 1",
    [episode_id],
  );
  const starts = rows.map((row) => row.window_start.getTime());
  if (download_window === "day") expect(starts).toEqual([...new Set(TIMES.map(dayOf))]);
  else
    for (const [at, start] of starts.entries())
      expect(start - (starts[at - 1] ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
});

test("lists that change are counted again by corrections, and back", async () => {
  const lineitem_id = await makeLineitem();
  const audio = await makeAudio(lineitem_id, 7);
  const at = Date.parse("2026-06-10T12:00:00Z");
  await hear(audio, [{ at, user_agent: "AntennaPod/3.1.2" }, { at }, { at, purpose: "play" }]);
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([2, 3, 21]);
  const plain = openClassifier({ geoipPath: null, bots: [] });
  const strict = { ...plain, exclude: strictly, version: "strict" };
  function strictly(...[agent, ...rest]: Parameters<typeof plain.exclude>) {
    return agent.startsWith("AntennaPod") ? ("bot-ua" as const) : plain.exclude(agent, ...rest);
  }
  const day = dayOf(at);
  const found = await recount(world.deps, strict, day, day);
  expect(found).toMatchObject({ lists: "strict", downloads_before: 3, downloads_after: 2 });
  expect(found).toMatchObject({ impressions_before: 3, impressions_after: 2 });
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([1, 2, 14]);
  expect(await recount(world.deps, strict, day, day)).toMatchObject({
    downloads_before: 2,
    downloads_after: 2,
  });
  await recount(world.deps, plain, day, day);
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([2, 3, 21]);
  const { rows } = await world.deps.pool.query(
    `select (select array_agg(quantity order by correction) from downloads
       where episode_id = $1 and listener in (select listener from downloads where correction > 0)) as quantities,
       (select count(*)::int from recounts where first_day = '2026-06-10') as recounts`,
    [audio.episode_id],
  );
  expect(rows).toEqual([{ quantities: [1, -1, 1], recounts: 3 }]);
});

test("an address with more than people make loses its day, a shared network does not", async () => {
  const at = Date.now();
  const audios = [];
  for (let count = 0; count < 4; count += 1) audios.push(await makeAudio());
  const address = somebody();
  await upsertNetwork(world.deps.db, {
    network: "84.200.7.0/24",
    kind: "shared",
    reason: "a campus",
  });
  await upsertNetwork(world.deps.db, {
    network: "84.200.8.0/24",
    kind: "excluded",
    reason: "tests",
  });
  const other = await openRecorder(world.deps);
  for (const audio of audios)
    await hear(
      audio,
      [{ at, address }, { at, address: "84.200.7.9" }, { at, address: "84.200.8.9" }, { at }],
      other,
    );
  await other.close();
  const [first] = audios;
  if (first === undefined) throw new Error("no audio");
  expect(await downloadsOf(first)).toBe(3);
  const find = countingJobs(world.deps).find(({ name }) => name === "find-unrealistic");
  await find?.run({}, { last: true });
  expect(await downloadsOf(first)).toBe(2);
  await hear(first, [{ at, address, user_agent: "Overcast/3.0" }]);
  expect(await downloadsOf(first)).toBe(2);
});

test("pixels are sent with what the impression was, and given up after some tries", async () => {
  const heard: string[] = [];
  const service = await serveHttp((request, response) => {
    heard.push(request.url ?? "");
    response.writeHead(request.url?.startsWith("/broken") ? 503 : 204).end();
  });
  const urls = [`${service}/seen{?lineitem,campaign,ip,timestamp}`, `${service}/broken`];
  const lineitem_id = await makeLineitem({ third_party_impression_urls: urls });
  await hear(await makeAudio(lineitem_id), [{}]);
  const clock = { now: Date.now() };
  const deps = { ...world.deps, clock: () => new Date(clock.now) };
  for (let count = 0; count < 7; count += 1) {
    await sendPixels(deps, { allowPrivate: true });
    clock.now += 6 * HOUR;
  }
  expect(heard.filter((url) => url.startsWith("/broken"))).toHaveLength(5);
  expect(heard.filter((url) => url.startsWith("/seen"))).toEqual([
    `/seen?lineitem=${lineitem_id}&campaign=${campaign.campaign_id}&ip=&timestamp=${NOON}`,
  ]);
  const { rows } = await world.deps.pool.query(
    "select sent, failed, (select count(*)::int from pixels) as waiting from pixel_counts where lineitem_id = $1",
    [lineitem_id],
  );
  expect(rows).toEqual([{ sent: 1, failed: 1, waiting: 0 }]);
});

test("flat prices accrue to the last digit, once, and by the delivered share of a goal", async () => {
  const even = await makeLineitem({ price_type: "FLAT", price_amount: 10_000_001 });
  const goal = await makeLineitem({
    price_type: "FLAT",
    price_amount: 900_000,
    goal_impressions: 3,
  });
  const audio = await makeAudio(goal, 0);
  await hear(audio, [{}, { at: NOON + DAY_MS }]);
  const upTo = async (time: string) => {
    await accrue({ db: world.deps.db, clock: () => new Date(time) });
    const { rows } = await world.deps.pool.query(
      "select lineitem_id, sum(amount)::bigint as sum from accruals where lineitem_id in ($1, $2) group by 1 order by 1",
      [even, goal],
    );
    return rows.map(({ sum }) => sum);
  };
  expect(await upTo("2026-05-05T01:00:00Z")).toEqual([
    Math.floor((10_000_001_000 * 4) / 31),
    300_000_000,
  ]);
  await upTo("2026-06-02T01:00:00Z");
  await hear(audio, [{}, {}]);
  expect(await upTo("2026-06-02T02:00:00Z")).toEqual([10_000_001_000, 900_000_000]);
  expect((await countsOf(goal))[1]).toBe(900_000_000);
});

test("a flat price is due whole at the end, whatever it is", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 400 }), (price, days) => {
      const due = Array.from({ length: days }, (_, day) =>
        dueBy({ price, days, goal: null }, day + 1, 0),
      );
      expect(due.at(-1)).toBe(price);
      expect(due.every((sum, at) => at === 0 || sum >= (due[at - 1] ?? 0n))).toBe(true);
    }),
  );
});

test("unions do not mind order or repetition", () => {
  const range = fc
    .tuple(fc.nat(200), fc.integer({ min: 1, max: 50 }))
    .map(([first, size]) => [first, first + size]);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.array(fc.nat(11)), (ranges, again) => {
      const all = ranges.reduce(union, [] as readonly number[]);
      const other = [...again.flatMap((at) => [ranges[at] ?? []]), ...ranges.toReversed()].reduce(
        union,
        [] as readonly number[],
      );
      const bytes = new Set(
        ranges.flatMap(([first = 0, after = 0]) =>
          Array.from({ length: after - first }, (_, at) => first + at),
        ),
      );
      expect(other).toEqual(all);
      expect(within(all, 0, 1000)).toBe(bytes.size);
    }),
  );
});

test("what a dead process left is applied, a line that was torn is not", async () => {
  const audio = await makeAudio();
  const deps = {
    ...world.deps,
    config: { ...world.deps.config, dataDir: path.join(world.deps.config.dataDir, "dead") },
  };
  const folder = journalFolder(deps.config);
  await mkdir(folder, { recursive: true });
  const dead = await openRecorder({ ...deps, pool: world.deps.pool });
  dead.note(delivery(audio, { at: NOON }));
  dead.note(delivery(audio, { at: NOON }));
  await expect.poll(() => readdir(folder)).not.toEqual([]);
  const [name = ""] = await readdir(folder);
  const left = path.join(folder, name.replace(/\.\w+$/, ".open"));
  if (!name.endsWith(".open")) await rename(path.join(folder, name), left);
  await appendFile(left, "[1750000000000,1,");
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(left, longAgo, longAgo);
  const apply = countingJobs(deps).find((job) => job.name === "apply-journals");
  await apply?.run({}, { last: true });
  expect(await downloadsOf(audio)).toBe(2);
  expect(await readdir(folder)).toEqual([]);
  await dead.close();
  expect(await downloadsOf(audio)).toBe(2);
});

test("everyone may read how counting is done", async () => {
  const { status, response } = await world.api.get("/v2/methodology");
  expect(status).toBe(200);
  expect(response.methodology).toMatchObject({ unrealistic_downloads: 3, records_kept_days: 40 });
  expect(response.methodology.rules.map(({ rule }: { rule: number }) => rule)).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  );
});

test("records and deliveries are kept for their days", async () => {
  const audio = await makeAudio();
  await hear(audio, [{ at: Date.parse("2026-01-02T03:04:05Z") }]);
  const days = async () => {
    const { rows } = await world.deps.pool.query(
      "select (select coalesce(sum(records), 0)::int from media_parcels where day < '2026-02-01') as records, (select count(*)::int from downloads where at < '2026-02-01') as downloads",
    );
    return rows[0];
  };
  expect(await days()).toEqual({ records: 1, downloads: 1 });
  const keep = countingJobs({ ...world.deps, clock: () => new Date("2026-05-04T00:10:00Z") });
  await keep.find(({ name }) => name === "keep-counting")?.run({}, { last: true });
  expect(await days()).toEqual({ records: 0, downloads: 1 });
  expect(await downloadsOf(audio)).toBe(1);
});
