/** `node bench/decision.ts`: measures the duration of one ad decision by the number of active line items. */

import { makeCatalog } from "../src/features/advertising/adserving/core/catalog.ts";
import { decide } from "../src/features/advertising/adserving/core/decide.ts";
import { seeded } from "../src/features/advertising/adserving/core/draw.ts";
import { makeHistory } from "../src/features/advertising/adserving/core/frequency.ts";
import { makePace, readPacings } from "../src/features/advertising/adserving/core/pace.ts";
import {
  addReason,
  type Reason,
  type Tally,
} from "../src/features/advertising/adserving/core/reasons.ts";
import { openZones } from "../src/features/advertising/adserving/core/zones.ts";
import {
  invent,
  inventAdRequest,
} from "../src/features/advertising/adserving/simulation/invented.ts";
import { makeRow, partsOf, reportRows, spreadOf } from "./rows.ts";

const ROUNDS = 2000;
const SIZES = [100, 1000, 10_000];

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/**
 * `contended`: a tenth are sponsors, who take all slots. `deep`: no sponsors, and hardly one in two hundred passes its
 * throttle, so that slots fall through to lower tiers.
 */
const SHAPES = { contended: 1, deep: 0.005 };
type Shape = keyof typeof SHAPES;

/** All line items belong to one team and are running, so that most of them are eligible for each download. */
function measure(shape: Shape, lineitems: number) {
  const invented = invent({ seed: 1, lineitems, days: 30, downloads_per_day: 5000 });
  const at = invented.starts + 13 * 86_400_000;
  const bookings = invented.bookings.map((item) => ({
    ...item,
    team_id: 1,
    starts: invented.starts,
    ends: at * 2,
    closes: at * 2,
    extended: at * 2,
    priority: shape === "deep" && item.priority === 20 ? 30 : item.priority,
  }));
  const begun = performance.now();
  const catalog = makeCatalog(bookings);
  const built = performance.now() - begun;
  const random = seeded(2);
  const pacings = new Map(
    bookings.map(({ lineitem_id }) => [
      lineitem_id,
      { probability: random() * SHAPES[shape], urgency: random(), room: null, allowance: null },
    ]),
  );
  const pace = makePace(catalog, readPacings(catalog, pacings), new Map());
  const tally: Tally = new Map();
  let eligible = 0;
  const note = (id: number, reason: Reason, times: number) => {
    eligible += times;
    addReason(tally, id, reason, times);
  };
  const around = { catalog, pace, zones: openZones(), random, note };
  const times: number[] = [];
  for (let round = -500; round < ROUNDS; round += 1) {
    const asked = { ...inventAdRequest(random, invented, at), team_ids: [1] };
    // The listener has heard twenty ads lately.
    const seen = Array.from({ length: 20 }, (_, n) => ({
      lineitem_id: 1 + ((round + n * 7 + 500) % lineitems),
      campaign_id: 1 + n,
      at: at - n * 3_600_000,
    }));
    const start = performance.now();
    decide(around, asked, makeHistory(seen));
    if (round >= 0) times.push(performance.now() - start);
  }
  const parts = partsOf(times);
  times.sort((a, b) => a - b);
  return { lineitems, built, eligible: eligible / (ROUNDS + 500), times, parts };
}

process.stdout.write("           line items  eligible  index ms   p50 ms   p99 ms\n");
for (const [shape, size] of [...SIZES, ...SIZES].map(
  (size, at) => [at < SIZES.length ? "contended" : "deep", size] as const,
)) {
  const { built, eligible, times, parts } = measure(shape, size);
  const row = [
    shape.padEnd(10),
    String(size).padStart(10),
    eligible.toFixed(0).padStart(9),
    built.toFixed(1).padStart(9),
    quantile(times, 0.5).toFixed(3).padStart(8),
    quantile(times, 0.99).toFixed(3).padStart(8),
  ];
  process.stdout.write(`${row.join(" ")}\n`);
  reportRows([
    makeRow({
      name: `decision: ${size.toLocaleString("en")} line items, ${shape}`,
      figure: spreadOf(parts.map((ms) => ms * 1000)),
      unit: "µs",
      better: "less",
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    }),
  ]);
}
