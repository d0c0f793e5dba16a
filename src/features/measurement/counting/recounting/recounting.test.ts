/** Tests recounts: after lists change, for unrealistic addresses, and while counting continues. */
import { expect, test } from "vitest";
import { type Audio, useCounting } from "../../../../../test/setup/counted.ts";
import { delivery, somebody } from "../../../../../test/setup/counting.ts";
import { openRequestRecorder } from "../actions.ts";
import { dayOf } from "../aggregation/rules.ts";
import { openClassifier } from "../classifying.ts";
import { countingJobs } from "../jobs.ts";
import { upsertNetwork } from "../networks/store.ts";
import { recount } from "./actions.ts";

const { world, state, makeAudio, makeLineitem, hear, downloadsOf, countsOf } = useCounting({
  UNREALISTIC_DOWNLOADS: "3",
});

test("changed lists are applied by corrections, and changing them back reverts the figures", async () => {
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

test("an address with more downloads than a person makes loses its day, but a shared network does not", async () => {
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
  const other = await openRequestRecorder(world.deps);
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

test("counting continues during a recount, and both are right", async () => {
  const lineitem_id = await makeLineitem();
  const audios: Audio[] = [];
  for (let count = 0; count < 12; count += 1) audios.push(await makeAudio(lineitem_id, 3));
  const at = Date.parse("2026-06-20T12:00:00Z");
  const plain = openClassifier({ geoipPath: null, bots: [] });
  const strict = {
    ...plain,
    exclude: (...[agent, ...rest]: Parameters<typeof plain.exclude>) =>
      agent.startsWith("AntennaPod") ? ("bot-ua" as const) : plain.exclude(agent, ...rest),
  };
  // In a different order each time, as in journals.
  const round = (turn: number) => {
    for (let count = 0; count < 240; count += 1) {
      const audio = audios[(count * 7 + turn) % audios.length];
      const user_agent = count % 2 === 0 ? "AntennaPod/3.1.2" : "Overcast/3.0";
      if (audio) state.recorder.note(delivery(audio, { at, user_agent, address: somebody() }));
    }
    return state.recorder.drain();
  };
  await round(0);
  const counting = (async () => {
    for (let turn = 1; turn <= 8; turn += 1) await round(turn);
  })();
  for (let turn = 0; turn < 6; turn += 1)
    await recount(world.deps, turn % 2 === 0 ? strict : plain, dayOf(at), dayOf(at));
  await counting;
  await recount(world.deps, plain, dayOf(at), dayOf(at));
  const downloads = await Promise.all(audios.map(downloadsOf));
  expect(downloads).toEqual(audios.map(() => (240 * 9) / audios.length));
  expect(await countsOf(lineitem_id)).toEqual([240 * 9, 240 * 9 * 3]);
});
