/** Tests that records are counted once despite failures: dead processes, a database outage, changing keys. */
import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { HOUR, NOON, useCounting } from "../../../../../test/setup/counted.ts";
import { delivery, somebody } from "../../../../../test/setup/counting.ts";
import { journalFolder, openRequestRecorder } from "../actions.ts";
import { countingJobs } from "../jobs.ts";
import { openListeners, SECRET_DAYS } from "../listeners/listeners.ts";

const { world, state, makeAudio, makeLineitem, makeShowOf, downloadsOf, countsOf } = useCounting();

async function linesBelow(folder: string): Promise<number> {
  const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), "utf8"));
  return (await Promise.all(files)).join("").split("\n").length - 1;
}

test("the journal of a dead process is applied, without its incomplete last line", async () => {
  const audio = await makeAudio();
  const deps = {
    ...world.deps,
    config: { ...world.deps.config, dataDir: path.join(world.deps.config.dataDir, "dead") },
  };
  const folder = journalFolder(deps.config);
  await mkdir(folder, { recursive: true });
  // It dies after writing and before sealing: its timers never fire.
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const dead = await openRequestRecorder({ ...deps, pool: world.deps.pool });
  const addresses = ["84.131.1.1", "84.131.1.2", "84.131.1.3", "84.131.1.4"];
  for (const address of addresses) dead.note(delivery(audio, { at: NOON, address }));
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await expect.poll(() => linesBelow(folder)).toBe(addresses.length);
  const longAgo = new Date(Date.now() - 60_000);
  for (const [at, name] of (await readdir(folder)).entries()) {
    // Some have the file names from before journals had shards.
    const stem = name.replace(at % 2 === 0 ? /\.\d\.\w+$/ : /\.\w+$/, "");
    const left = path.join(folder, `${stem}.open`);
    await rename(path.join(folder, name), left);
    await appendFile(left, "[1750000000000,1,");
    await utimes(left, longAgo, longAgo);
  }
  const apply = countingJobs(deps).find((job) => job.name === "apply-journals");
  await apply?.run({}, { last: true });
  expect(await downloadsOf(audio)).toBe(addresses.length);
  expect(await readdir(folder)).toEqual([]);
  await dead.close();
  expect(await downloadsOf(audio)).toBe(addresses.length);
});

test("lines as older versions wrote them are applied, with their probes", async () => {
  const { episode_id, digest, bytes } = await makeAudio();
  const what = (flags: number, after: number) =>
    `[${NOON},${episode_id},"${digest}","GET",206,"download",${flags},[0,${after}]`;
  const who = `"${"a".repeat(32)}",null,"${"a".repeat(16)}","Overcast/3.0",null,"Overcast","Mobile","iOS","mobile","consumer","IT",null]`;
  const folder = journalFolder(world.deps.config);
  await mkdir(folder, { recursive: true });
  const lines = [what(0, bytes), what(2, 2), what(1, bytes)].map((line) => `${line},${who}\n`);
  await writeFile(path.join(folder, `${randomUUID()}.2.sealed`), lines.join(""));
  await state.recorder.drain();
  expect(await downloadsOf({ episode_id, digest, bytes })).toBe(1);
  const { rows } = await world.deps.pool.query(
    "select reason, requests_count::int as n from exclusions where episode_id = $1 order by 1",
    [episode_id],
  );
  expect(rows).toEqual([
    { reason: "pre-release", n: 1 },
    { reason: "probe", n: 1 },
  ]);
});

test("files that wait are applied together, each once, even if one of them was applied and is still there", async () => {
  const audio = await makeAudio();
  const { episode_id, digest, bytes } = audio;
  const lineOf = (who: string) =>
    `[${NOON},${episode_id},"${digest}","GET",206,"download",0,[0,${bytes}],"${who.repeat(32)}",null,"${who.repeat(16)}","Overcast/3.0",null,"Overcast","Mobile","iOS","mobile","consumer","IT",null]\n`;
  const folder = journalFolder(world.deps.config);
  await mkdir(folder, { recursive: true });
  const write = (journal_id: string, text: string) =>
    writeFile(path.join(folder, `${journal_id}.2.sealed`), text);
  const killed = randomUUID();
  await write(killed, lineOf("a"));
  await state.recorder.drain();
  expect(await downloadsOf(audio)).toBe(1);
  // A process that is killed before it removes a file leaves it to the next one.
  await write(killed, lineOf("a"));
  for (const who of ["b", "c"]) await write(randomUUID(), lineOf(who));
  await state.recorder.drain();
  expect(await downloadsOf(audio)).toBe(3);
  for (const who of ["d", "a"]) await write(randomUUID(), `${lineOf(who)}[1750000000000,1,`);
  await state.recorder.drain();
  expect(await downloadsOf(audio)).toBe(4);
  expect(await readdir(folder)).toEqual([]);
  const { rows } = await world.deps.pool.query(
    "select requests_count::int as n from exclusions where episode_id = $1 and reason = 'duplicate'",
    [episode_id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

/** Pauses the process that applies records halfway; makes the database unavailable and available again. */
async function openSwitch() {
  const { host, port, user, password, database = "" } = world.deps.pool.options;
  const open = async (name: string) => {
    const client = new pg.Client({ host, port, user, password, database: name });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const outside = await open("postgres");
  const inside = await open(database);
  const allow = (are: boolean) =>
    outside.query(`alter database ${outside.escapeIdentifier(database)} allow_connections ${are}`);
  return {
    hold: () => inside.query("begin; lock table lineitem_counts in exclusive mode"),
    async held() {
      const { rows } = await outside.query(
        "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
        [database],
      );
      return rows.length > 0;
    },
    async off() {
      await allow(false);
      await outside.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
        [database],
      );
    },
    on: () => allow(true),
    close: () => outside.end(),
  };
}

test("no records are lost if the database becomes unavailable while they are applied", async () => {
  const lineitem_id = await makeLineitem();
  const audio = await makeAudio(lineitem_id, 5);
  const database = await openSwitch();
  const most = 3000;
  const note = () => {
    for (let count = 0; count < most; count += 1)
      state.recorder.note(
        delivery(audio, { at: NOON, address: `84.130.${count >> 8}.${count & 255}` }),
      );
  };
  await database.hold();
  note();
  const applying = expect(state.recorder.drain()).rejects.toThrow();
  // Its ledgers are written by then, but rolled back with the transaction.
  await expect.poll(database.held, { timeout: 10_000 }).toBe(true);
  await database.off();
  await applying;
  // The same records again: none of them is another download.
  note();
  await expect(state.recorder.drain()).rejects.toThrow();
  await database.on();
  const isDrained = () =>
    state.recorder.drain().then(
      () => true,
      () => false,
    );
  await expect.poll(isDrained, { timeout: 10_000 }).toBe(true);
  await database.close();
  expect([await downloadsOf(audio), ...(await countsOf(lineitem_id))]).toEqual([
    most,
    most,
    most * 5,
  ]);
  const { rows } = await world.deps.pool.query(
    "select sum(requests_count)::int as n from exclusions where episode_id = $1 and reason = 'duplicate'",
    [audio.episode_id],
  );
  expect(rows).toEqual([{ n: most }]);
});

test("keys change at a midnight that all servers agree on, and open windows continue", async () => {
  const period = SECRET_DAYS * 24 * HOUR;
  const midnight = Math.ceil(NOON / period) * period;
  const first = { ...world.deps, clock: () => new Date(midnight - HOUR) };
  const second = { ...world.deps, clock: () => new Date(midnight + HOUR) };
  // One process opens in the middle of the old key's last day, the other on the new key's first day.
  const listeners = [await openListeners(first), await openListeners(second)];
  const who = { address: somebody(), user_agent: "Overcast/3.0" };
  const keysAt = (at: number) =>
    listeners.map(({ keyOf }) => keyOf(who, new Date(at)).toString("hex"));
  const day = 24 * HOUR;
  const [old] = keysAt(midnight - day);
  const [fresh] = keysAt(midnight);
  expect(fresh).not.toBe(old);
  for (let hour = 0; hour < 24; hour += 1) {
    expect(keysAt(midnight - day + hour * HOUR)).toEqual([old, old]);
    expect(keysAt(midnight + hour * HOUR)).toEqual([fresh, fresh]);
  }
  for (const each of listeners) each.close();
  const audio = await makeAudio(0, 0, await makeShowOf("first-touch"));
  const recorder = await openRequestRecorder(second);
  const people = Array.from({ length: 8 }, () => ({ ...who, address: somebody() }));
  for (const hours of [-2, -1, 1, 20, 21.5, 23, 30])
    for (const one of people)
      recorder.note(delivery(audio, { ...one, at: midnight + hours * HOUR }));
  await recorder.close();
  // One window of a day from two hours before midnight, and one from 23 hours after it.
  expect(await downloadsOf(audio)).toBe(2 * people.length);
});
