/**
 * Who wins a slot inside one priority (delivery §5). Whoever is drawn is judged only then: drawing again
 * without those who are refused gives everyone left the chance they have among themselves.
 */
import type { Catalog } from "./catalog.ts";
import type { Random } from "./draw.ts";
import { AT_RISK, type Pace } from "./pace.ts";
import { fillUrn } from "./urn.ts";

type Around = Readonly<{ catalog: Catalog; pace: Pace; random: Random }>;

/** `elsewhere`: not in this slot, perhaps in another one; `out`: not in this download any more. */
export type Verdict = "able" | "elsewhere" | "out";
type Judge = (place: number) => Verdict;

/** One tier of one download: the winner of the next slot; undefined when the tier leaves it. */
export type Contest = (judge: Judge) => number | undefined;

/** `entrants`: places in the catalog, ascending. */
export function openContest(
  around: Around,
  priority: number,
  entrants: readonly number[],
): Contest {
  if (priority === 20) return openShares(around, entrants);
  if (priority === 60) return openAuction(around, entrants);
  if (priority === 70) return openLottery(around, entrants, weightIn(around));
  return openUrgent(around, entrants);
}

/** At risk before the others, each by urgency. */
function openUrgent(around: Around, entrants: readonly number[]): Contest {
  const isAtRisk = (place: number) => (around.pace.urgency[place] ?? 0) >= AT_RISK;
  const atRisk = openLottery(around, entrants.filter(isAtRisk), weightIn(around));
  let others: Contest | null = null;
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
): Contest {
  const weights = new Float64Array(entrants.length);
  for (let lot = 0; lot < weights.length; lot += 1) weights[lot] = weightOf(entrants[lot] ?? -1);
  const urn = fillUrn(weights);
  return (judge) => {
    const aside: number[] = [];
    let found: number | undefined;
    for (let lot = urn.draw(random); lot !== undefined; lot = urn.draw(random)) {
      const place = entrants[lot] ?? -1;
      const verdict = judge(place);
      if (verdict === "able") {
        found = place;
        break;
      }
      urn.putAside(lot);
      if (verdict === "elsewhere") aside.push(lot);
    }
    for (const lot of aside) urn.putBack(lot);
    return found;
  };
}

/** One throw over all shares of voice; what they leave belongs to the sponsors without a share. */
function openShares(around: Around, entrants: readonly number[]): Contest {
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
      // They have more than all of the slots among them: no more need be known.
      if (sum > 100) return oversold(judge);
      thrown -= shareOf(place);
      if (thrown < 0) hit ??= place;
    }
    return hit ?? rest(judge);
  };
}

/** The highest price; equals by lot. Places of this priority are in order of price already. */
function openAuction({ catalog, random }: Around, entrants: readonly number[]): Contest {
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
