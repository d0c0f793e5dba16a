/** Selects the entrants of one tier of one download: cheap checks for all, expensive ones for a sample. */
import type { AdRequest } from "../schema.ts";
import { type Bits, hasBit, membersOf } from "./bits.ts";
import type { Booking } from "./booking.ts";
import type { Catalog } from "./catalog.ts";
import { isOpen } from "./dayparts.ts";
import type { Random } from "./draw.ts";
import { frequencyCapAllows, type History } from "./frequency.ts";
import { isAhead, type Pace } from "./pace.ts";
import { CODES, type Reason } from "./reasons.ts";
import type { Zones } from "./zones.ts";

export type TierContext = {
  readonly request: AdRequest;
  readonly history: History;
  readonly matched: Bits;
  /** The items that may run in each break; and those that may run in any break. */
  readonly placeable: readonly Bits[];
  readonly anywhere: Bits;
  /** Every `every`th item from `first` on is observed and reported. */
  readonly observed: Readonly<{ every: number; first: number }>;
  /** Why items have not been placed so far; valid for observed and drawn items only. */
  readonly reasons: Uint8Array;
};

type Around = Readonly<{ catalog: Catalog; pace: Pace; zones: Zones; random: Random }>;

const NONE = { ofItem: 0, ofCampaign: 0 };

/** The items of a tier that take part after the cheap checks; observed items get all checks. */
export function selectEntrants(
  around: Around,
  { request, history, matched, anywhere, observed, reasons }: TierContext,
  { from, to }: Catalog["tiers"][number],
): number[] {
  const { catalog, pace, random } = around;
  const now = request.at.getTime();
  const entrants: number[] = [];
  for (const place of membersOf(matched, from, to)) {
    const item = catalog.items[place];
    if (item === undefined) continue;
    const isObserved = place % observed.every === observed.first;
    const reason =
      refusalByPlace(around, anywhere, place, now) ??
      (isObserved ? exclusionReason(around, { request, history }, item) : null) ??
      (isThrottled(pace, place, random) ? "throttled" : null);
    reasons[place] = CODES[reason ?? "outbid"];
    if (reason === null) entrants.push(place);
  }
  return entrants;
}

function refusalByPlace(
  { catalog, pace }: Around,
  anywhere: Bits,
  place: number,
  now: number,
): Reason | null {
  if (now < (catalog.starts[place] ?? 0) || now >= (catalog.extended[place] ?? 0))
    return "outside-flight";
  if (!hasBit(anywhere, place)) return "position";
  if (pace.closed[place] === 1) return "spent";
  return isAhead(pace, place) ? "ahead" : null;
}

const isThrottled = ({ probability }: Pace, place: number, random: Random): boolean => {
  const share = probability[place] ?? 0;
  return share < 1 && random() >= share;
};

/** What keeps an item out of this download whatever the slot, by checks too expensive for every item; null: nothing. */
export function exclusionReason(
  { zones }: Around,
  { request, history }: Pick<TierContext, "request" | "history">,
  item: Booking,
): Reason | null {
  const now = request.at.getTime();
  if (!isOpen(item.hours, now, item.timezone, zones)) return "daypart";
  return frequencyCapAllows(item, history, NONE, now) ? null : "frequency-cap";
}
