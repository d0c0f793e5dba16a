/** Tests `longwave history`: what leaves the database comes back to the row, whatever is killed or damaged. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { countingJobs } from "../../src/features/measurement/counting/jobs.ts";
import { accrue } from "../../src/features/measurement/counting/ledger/accruals/actions.ts";
import { keepUp } from "../../src/features/measurement/counting/upkeep/actions.ts";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { mediaJobs } from "../../src/features/publishing/media/jobs.ts";
import { useCounting } from "../setup/counted.ts";
import { somebody } from "../setup/counting.ts";
import { JOURNEY_MS, longwave, start, urlOf } from "./processes.ts";

const { world, state, makeAudio, makeLineitem, hear, downloadsOf, countsOf } = useCounting({
  STATISTICS_URL: "",
});

const AGENTS = ["AntennaPod/3.1.2", "Overcast/3.0", "PocketCasts/1.0"];
/** One on each day of a month from the first; every fourth is a play, the others are downloads. */
const PLAYS = 8;
/** For more moments, set TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 5);

const environment = () => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  return {
    DATABASE_URL: urlOf(target),
    DATA_DIR: world.deps.config.dataDir,
    RECORD_DAYS: String(world.deps.config.recordDays),
  };
};

const history = (...words: string[]) => longwave(["history", ...words], environment());

const runJob = async (name: string) =>
  countingJobs(world.deps)
    .find((job) => job.name === name)
    ?.run({}, { last: true });

const runMediaSweep = async () =>
  mediaJobs(world.deps)
    .find((job) => job.name === "media.sweep")
    ?.run({}, { last: true });

/** Plays in a month (YYYY-MM) of one episode with an ad of one line item; returns both. */
async function listen(month: string, overrides: Record<string, unknown> = {}) {
  const lineitem_id = await makeLineitem(overrides);
  const audio = await makeAudio(lineitem_id, 7);
  const at = (index: number) => Date.parse(`${month}-01T12:00:00Z`) + index * 86_400_000;
  const records = Array.from({ length: PLAYS }, (_, index) => ({
    at: at(index),
    address: somebody(),
    ...({ user_agent: AGENTS[index % 3] ?? "", purpose: index % 4 ? "download" : "play" } as const),
  }));
  await hear(audio, records);
  await aggregateLedgers(world.deps);
  return { audio, lineitem_id };
}

/** All rows of the ledgers and of packed lines in a month, as text. */
async function rowsOf(month: string): Promise<unknown> {
  const of = (table: string, column: string) => `
    (select json_agg(t::text order by t::text) from ${table} t
     where to_char(${column} at time zone 'UTC', 'YYYY-MM') = $1)`;
  const { rows } = await world.deps.pool.query(
    `select ${of("downloads", "window_start")} as downloads, ${of("impressions", "window_start")} as impressions,
      ${of("media_parcels", "day")} as lines`,
    [month],
  );
  return rows[0];
}

const filesOf = async (month: string) => {
  const { rows } = await world.deps.pool.query(
    "select ledger, day::text, file_key, rows::integer from history_files where month = $1 order by 1, 2",
    [`${month}-01`],
  );
  return rows as { ledger: string; day: string; file_key: string; rows: number }[];
};

/** Changes one byte in the middle of a file of the media store. */
function damage(key: string): () => void {
  const file = world.deps.media.localPath(key) ?? "";
  const whole = readFileSync(file);
  const broken = Buffer.from(whole);
  const middle = broken.length >> 1;
  broken[middle] = (broken[middle] ?? 0) ^ 0xff;
  writeFileSync(file, broken);
  return () => writeFileSync(file, whole);
}

const EMPTY = { downloads: null, impressions: null, lines: null };

test(
  "a month leaves the database, costs nothing that was owed, and comes back to the row",
  async () => {
    const flat = {
      price_type: "FLAT",
      price_amount: 3_100_000,
      goal_impressions: 50,
      start_date: "2026-05-01",
      end_date: "2026-06-30",
    };
    const { audio, lineitem_id } = await listen("2026-05", flat);
    await accrue(world.deps);
    const before = await rowsOf("2026-05");
    const figures = async () => [await downloadsOf(audio), ...(await countsOf(lineitem_id))];
    const known = await figures();

    const planned = await history("archive", "--month", "2026-05", "--dry-run");
    expect([planned.code, planned.stdout]).toEqual([
      0,
      expect.stringMatching(/^2026-05 would be archived: /),
    ]);
    const archived = await history("archive", "--month", "2026-05", "--json");
    expect([archived.stderr, archived.code]).toEqual(["", 0]);
    expect(await rowsOf("2026-05")).toEqual(EMPTY);
    const listed = JSON.parse((await history("list", "--json")).stdout);
    expect(listed).toContainEqual({
      month: "2026-05",
      archived_at: expect.any(String),
      bytes: expect.any(Number),
      downloads: PLAYS,
      impressions: PLAYS,
    });
    await accrue(world.deps);
    expect(await figures()).toEqual(known);
    // A file for each ledger and each day of lines, and the manifest.
    await runMediaSweep();
    const folder = path.join(world.deps.config.dataDir, "backups");
    const backup = await longwave(["backup", "--to", folder, "--json"], environment());
    expect(JSON.parse(backup.stdout)).toMatchObject({ added_files: PLAYS + 3, missing: [] });

    const restored = await history("restore", "2026-05");
    expect([restored.stderr, restored.code]).toEqual(["", 0]);
    expect(await rowsOf("2026-05")).toEqual(before);
    await accrue(world.deps);
    expect(await figures()).toEqual(known);
    const again = await history("restore", "2026-05");
    expect([again.code, again.stderr]).toEqual([
      1,
      "2026-05 is not archived; longwave history list shows the months that are.\n",
    ]);
  },
  JOURNEY_MS,
);

test(
  "the archive is refused if it is damaged, and nothing is dropped",
  async () => {
    await listen("2026-04");
    const before = await rowsOf("2026-04");
    expect((await history("archive", "--month", "2026-04")).code).toBe(0);
    const ledger = (await filesOf("2026-04")).find(({ ledger: name }) => name === "downloads");
    const key = ledger?.file_key ?? "";
    const mend = damage(key);
    const refused = await history("restore", "2026-04");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`The archive is damaged: the media store lacks ${key}`),
    ]);
    expect(await rowsOf("2026-04")).toEqual(EMPTY);
    mend();
    expect((await history("restore", "2026-04")).code).toBe(0);
    expect(await rowsOf("2026-04")).toEqual(before);

    // The store has a damaged file under the name of the one that is to be written.
    damage(key);
    const kept = await history("archive", "--month", "2026-04");
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining("damaged")]);
    expect(await rowsOf("2026-04")).toEqual(before);
    expect(await filesOf("2026-04")).toEqual([]);
  },
  JOURNEY_MS,
);

test(
  "an archive that is killed at any moment loses nothing, and goes on when it is run again",
  async () => {
    await listen("2026-03");
    const before = await rowsOf("2026-03");
    const took = performance.now();
    expect((await history("list")).code).toBe(0);
    const startMs = performance.now() - took;
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const running = start(["history", "archive", "--month", "2026-03"], environment());
      await sleep(startMs * (0.6 + (moment / MOMENTS) * 1.6));
      running.kill("SIGKILL");
      await running.ended;
      const [rows, files] = [await rowsOf("2026-03"), await filesOf("2026-03")];
      if (files.length === 0) expect(rows).toEqual(before);
      else {
        expect(rows).toEqual(EMPTY);
        expect((await history("restore", "2026-03")).code).toBe(0);
        expect(await rowsOf("2026-03")).toEqual(before);
      }
    }
    expect((await history("archive", "--month", "2026-03")).code).toBe(0);
    const restoring = start(["history", "restore", "2026-03"], environment());
    await sleep(startMs);
    restoring.kill("SIGKILL");
    await restoring.ended;
    if ((await filesOf("2026-03")).length > 0)
      expect((await history("restore", "2026-03")).code).toBe(0);
    expect(await rowsOf("2026-03")).toEqual(before);
  },
  JOURNEY_MS * 3,
);

test(
  "a recount and late records of an archived month find it again, and nothing is counted twice",
  async () => {
    const { audio, lineitem_id } = await listen("2026-02");
    const before = await rowsOf("2026-02");
    expect((await history("archive", "--month", "2026-02")).code).toBe(0);
    const recounted = await longwave(
      ["recount", "--from", "2026-02-01", "--to", "2026-02-03", "--json"],
      environment(),
    );
    expect([recounted.stderr, JSON.parse(recounted.stdout)]).toMatchObject([
      "",
      { downloads_before: 3, downloads_after: 3, impressions_before: 3, impressions_after: 3 },
    ]);
    expect(await rowsOf("2026-02")).toEqual(before);

    expect((await history("archive", "--month", "2026-02")).code).toBe(0);
    const late = { at: Date.parse("2026-02-05T15:00:00Z"), address: somebody() };
    // The first attempt finds no partition, and the next one looks why.
    await expect(hear(audio, [late])).rejects.toThrow("no partition");
    await expect(state.recorder.drain()).rejects.toThrow("wait until that month is restored");
    await runJob("history.restore");
    await state.recorder.drain();
    expect(await downloadsOf(audio)).toBe(7);
    expect((await countsOf(lineitem_id))[0]).toBe(PLAYS + 1);
  },
  JOURNEY_MS,
);

test(
  "packed lines leave the archive when their time is over, and the ledgers stay",
  async () => {
    await listen("2026-01");
    expect((await history("archive", "--month", "2026-01")).code).toBe(0);
    const days = async () =>
      (await filesOf("2026-01")).flatMap(({ ledger, day }) =>
        ledger === "media_parcels" ? [day] : [],
      );
    expect((await days()).length).toBe(PLAYS);
    const { recordDays } = world.deps.config;
    const now = Date.parse("2026-01-06T01:00:00Z") + recordDays * 86_400_000;
    await keepUp({ ...world.deps, clock: () => new Date(now) });
    expect((await days())[0]).toBe("2026-01-06");
    expect((await history("restore", "2026-01")).code).toBe(0);
    expect(await rowsOf("2026-01")).toMatchObject({
      downloads: { length: PLAYS },
      lines: { length: PLAYS - 5 },
    });
  },
  JOURNEY_MS,
);

test(
  "a month that is not closed, or that statistics have not read, is not archived",
  async () => {
    const current = new Date().toISOString().slice(0, 7);
    const open = await history("archive", "--month", current);
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining("is not closed")]);
    const unset = await history("archive");
    expect([unset.code, unset.stderr]).toEqual([
      2,
      "Set HISTORY_MONTHS, or add --month with a month such as 2026-08.\n",
    ]);
    expect((await history("archive", "--month", "2026-13")).code).toBe(2);
  },
  JOURNEY_MS,
);
