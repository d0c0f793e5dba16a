/** Tests the ledgers of ads: which ads count, at what price, and which pixels are sent. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR, NOON, useCounting } from "../../../../../test/setup/counted.ts";
import {
  AD_BYTES,
  delivery,
  HEAD_BYTES,
  MINUTE,
  somebody,
} from "../../../../../test/setup/counting.ts";
import { serveHttp } from "../../../../../test/setup/feeds.ts";
import { DAY_MS } from "../aggregation/rules.ts";
import { accrue } from "./accruals/actions.ts";
import { dueBy } from "./accruals/rules.ts";
import { sendPixels } from "./pixels/sending.ts";

const { world, state, makeAudio, makeLineitem, hear, downloadsOf, countsOf } = useCounting();

test("an ad counts when all of it was delivered in a download that counts", async () => {
  const lineitem_id = await makeLineitem();
  const audio = await makeAudio(lineitem_id);
  const adEnd = HEAD_BYTES + AD_BYTES;
  const [left, sought, paused] = [somebody(), somebody(), somebody()];
  await world.deps.db
    .insertInto("reservations")
    .values({
      digest: Buffer.from(audio.digest, "hex"),
      listener: state.recorder.listeners.keyOf(
        delivery(audio, { address: paused }),
        new Date(NOON),
      ),
      segment: 1,
      lineitem_id,
      campaign_id: state.campaign.campaign_id,
      reserved_at: new Date(NOON),
      expires_at: new Date(NOON + DAY_MS),
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
  // The rest of the ad, played later in the day; and once more.
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

test("pixels are sent with the impression's data, and given up after several attempts", async () => {
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
    `/seen?lineitem=${lineitem_id}&campaign=${state.campaign.campaign_id}&ip=&timestamp=${NOON}`,
  ]);
  const { rows } = await world.deps.pool.query(
    "select sent, failed, (select count(*)::int from pixels) as waiting from pixel_counts where lineitem_id = $1",
    [lineitem_id],
  );
  expect(rows).toEqual([{ sent: 1, failed: 1, waiting: 0 }]);
});

test("flat prices accrue exactly and once, and by the delivered share of a goal", async () => {
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

test("a flat price is due in full at the end, whatever it is", () => {
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
