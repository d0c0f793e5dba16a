/**
 * Picks the winner of a slot among the items of one priority (delivery §5). An item is judged only when it is drawn:
 * redrawing without the refused items leaves the relative chances of the others unchanged.
 */
import type { Catalog } from "./catalog.ts";
import type { Random } from "./draw.ts";
import { AT_RISK, type Pace } from "./pace.ts";
import { createWeightedSampler } from "./sampler.ts";

type Around = Readonly<{ catalog: Catalog; pace: Pace; random: Random }>;

/** `elsewhere`: not in this slot, but perhaps in another one; `out`: not in this download. */
export type Verdict = "able" | "elsewhere" | "out";
type Judge = (place: number) => Verdict;

/** One tier of one download: returns the winner of the next slot, or undefined if the tier leaves it empty. */
export type TierSelection = (judge: Judge) => number | undefined;

/** `entrants`: indexes in the catalog, ascending. */
export function openTier(
  around: Around,
  priority: number,
  entrants: readonly number[],
): TierSelection {
  if (priority === 20) return openShares(around, entrants);
  if (priority === 60) return openAuction(around, entrants);
  if (priority === 70) return openLottery(around, entrants, weightIn(around));
  return openUrgent(around, entrants);
}

/** Items at risk come first; both groups are drawn by urgency. */
function openUrgent(around: Around, entrants: readonly number[]): TierSelection {
  const isAtRisk = (place: number) => (around.pace.urgency[place] ?? 0) >= AT_RISK;
  const atRisk = openLottery(around, entrants.filter(isAtRisk), weightIn(around));
  let others: TierSelection | null = null;
  return (judge) => {
    const found = atRisk(judge);
    if (found !== undefined) return found;
    others ??= openLottery(
      around,
      entrants.filter((place) => !isAtRisk(place)),
      weightIn(around),
    );
    return others(judge);
  };
}

const weightIn =
  ({ pace }: Around) =>
  (place: number): number =>
    pace.weight[place] ?? 0;

function openLottery(
  { random }: Around,
  entrants: readonly number[],
  weightOf: (place: number) => number,
): TierSelection {
  const weights = new Float64Array(entrants.length);
  for (let lot = 0; lot < weights.length; lot += 1) weights[lot] = weightOf(entrants[lot] ?? -1);
  const sampler = createWeightedSampler(weights);
  return (judge) => {
    const aside: number[] = [];
    let found: number | undefined;
    for (let lot = sampler.draw(random); lot !== undefined; lot = sampler.draw(random)) {
      const place = entrants[lot] ?? -1;
      const verdict = judge(place);
      if (verdict === "able") {
        found = place;
        break;
      }
      sampler.putAside(lot);
      if (verdict === "elsewhere") aside.push(lot);
    }
    for (const lot of aside) sampler.putBack(lot);
    return found;
  };
}

/** One random throw over all shares of voice; the remainder belongs to sponsors without a share. */
function openShares(around: Around, entrants: readonly number[]): TierSelection {
  const { catalog, random } = around;
  const shareOf = (place: number) => catalog.items[place]?.share_of_voice ?? 0;
  const sharing = entrants.filter((place) => shareOf(place) > 0);
  const oversold = openLottery(around, sharing, shareOf);
  const rest = openUrgent(
    around,
    entrants.filter((place) => shareOf(place) === 0),
  );
  return (judge) => {
    let thrown = random() * 100;
    let hit: number | undefined;
    let sum = 0;
    for (const place of sharing) {
      if (judge(place) !== "able") continue;
      sum += shareOf(place);
      // Together they have more than all of the slots, so the rest of the sum does not matter.
      if (sum > 100) return oversold(judge);
      thrown -= shareOf(place);
      if (thrown < 0) hit ??= place;
    }
    return hit ?? rest(judge);
  };
}

/** The highest price; ties are drawn by lot. The entrants of this priority are sorted by price already. */
function openAuction({ catalog, random }: Around, entrants: readonly number[]): TierSelection {
  const order = [...entrants];
  const priceOf = (at: number) => catalog.items[order[at] ?? -1]?.price;
  return (judge) => {
    for (let at = 0, end = 0; at < order.length; at += 1) {
      for (; end < order.length && (end <= at || priceOf(end) === priceOf(at)); ) end += 1;
      const drawn = at + Math.floor(random() * (end - at));
      const place = order[drawn] ?? -1;
      order[drawn] = order[at] ?? -1;
      order[at] = place;
      if (judge(place) === "able") return place;
    }
    return undefined;
  };
}
