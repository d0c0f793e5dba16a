/** Who wins a slot inside one priority (delivery §5). */

import type { Catalog } from "./catalog.ts";
import { drawWeighted, type Random } from "./draw.ts";
import type { Pace } from "./pace.ts";

type Around = Readonly<{ catalog: Catalog; pace: Pace; random: Random }>;

/** Even who needs nothing more urgently has a chance. */
const LEAST_WEIGHT = 0.001;
/** Need by supply from which an item is at risk, and comes before those that are not. */
export const AT_RISK = 1;

/** The winner among the items that can take the slot; undefined when the tier leaves it. */
export function pickOfTier(
  around: Around,
  priority: number,
  able: readonly number[],
): number | undefined {
  if (able.length === 0) return undefined;
  if (priority === 20) return pickSponsor(around, able);
  if (priority === 60) return pickDearest(around, able);
  if (priority === 70)
    return drawWeighted(able, (place) => rotationWeight(around, place), around.random);
  return pickUrgent(around, able);
}

/** One throw over all shares of voice; what they leave belongs to the sponsors without a share. */
function pickSponsor(around: Around, able: readonly number[]): number | undefined {
  const { catalog, random } = around;
  const shareOf = (place: number) => catalog.items[place]?.share_of_voice ?? 0;
  const total = able.reduce((sum, place) => sum + shareOf(place), 0);
  let thrown = random() * Math.max(100, total);
  for (const place of able) {
    thrown -= shareOf(place);
    if (thrown < 0) return place;
  }
  return pickUrgent(
    around,
    able.filter((place) => catalog.items[place]?.share_of_voice === null),
  );
}

function pickUrgent({ pace, random }: Around, able: readonly number[]): number | undefined {
  const urgencyOf = (place: number) => pace.urgency[place] ?? 0;
  const atRisk = able.filter((place) => urgencyOf(place) >= AT_RISK);
  const drawn = atRisk.length > 0 ? atRisk : able;
  return drawWeighted(drawn, (place) => Math.max(urgencyOf(place), LEAST_WEIGHT), random);
}

function pickDearest({ catalog, random }: Around, able: readonly number[]): number | undefined {
  const priceOf = (place: number) => catalog.items[place]?.price ?? 0n;
  const dearest = able.reduce((most, place) => (priceOf(place) > most ? priceOf(place) : most), 0n);
  const best = able.filter((place) => priceOf(place) === dearest);
  return drawWeighted(best, () => 1, random);
}

/** By the greatest weight among its creatives. */
const rotationWeight = ({ catalog }: Around, place: number): number =>
  (catalog.items[place]?.creatives ?? []).reduce((most, { weight }) => Math.max(most, weight), 0);
