/** States and transitions of line items (delivery §4, contract §8); pure. */
import { conflict, invalid } from "../../../platform/failure.ts";
import type { PublicStatus } from "../campaigns/schema.ts";
import { DELIVERY_STATUSES, type DeliveryStatus, type LineitemParams } from "./schema.ts";

const PUBLIC: Record<DeliveryStatus, PublicStatus> = {
  DRAFT: "STOPPED",
  INCOMPLETE: "STOPPED",
  SCHEDULED: "NOT_STARTED",
  DELIVERING: "RUNNING",
  EXTENDED: "RUNNING",
  PAUSED: "STOPPED",
  COMPLETED: "COMPLETED",
  UNFULFILLED: "COMPLETED",
  CANCELED: "STOPPED",
};

export const publicStatus = (status: DeliveryStatus): PublicStatus => PUBLIC[status];

/** The computed statuses that the API reports as `status`. */
export const statusesOf = (status: PublicStatus): DeliveryStatus[] =>
  DELIVERY_STATUSES.filter((computed) => PUBLIC[computed] === status);

/** The input of the computed status. Dates are `YYYY-MM-DD`, inclusive, in `timezone`. */
export type Flight = Readonly<{
  active: boolean;
  approved_at: Date | null;
  canceled_at: Date | null;
  start_date: string;
  end_date: string;
  timezone: string;
  auto_extend_days: number;
  goal_impressions: number | null;
  impressions_tracked: number;
  /** Whether it has a READY creative. */
  has_ready: boolean;
  /** Whether its campaign's budget is used up. */
  spent_out: boolean;
}>;

/**
 * The status of a line item at `at`: first its operator's decisions, then whether it is over, then what prevents it
 * from running. Keep `deliveryStatusSql` of campaigns/store, which lists use, the same.
 */
export function deliveryStatus(item: Flight, at: Date): DeliveryStatus {
  if (item.canceled_at !== null) return "CANCELED";
  if (!item.active) return item.approved_at === null ? "DRAFT" : "PAUSED";
  const { goal_impressions: goal, end_date } = item;
  if (goal !== null && item.impressions_tracked >= goal) return "COMPLETED";
  const today = dayIn(item.timezone, at);
  if (goal === null && today > end_date) return "COMPLETED";
  if (today > addDays(end_date, item.auto_extend_days)) return "UNFULFILLED";
  if (!item.has_ready) return "INCOMPLETE";
  if (item.spent_out) return "PAUSED";
  if (today > end_date) return "EXTENDED";
  return today < item.start_date ? "SCHEDULED" : "DELIVERING";
}

/** The date (`YYYY-MM-DD`) in `timezone`. */
const dayIn = (timezone: string, at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(at);

/** The date `days` days later. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

type Switches = Pick<Flight, "active" | "approved_at" | "canceled_at">;

/** The switches of a new line item. */
export const NEW: Switches = { active: false, approved_at: null, canceled_at: null };

/**
 * Applies `active` and `canceled`. Activating without audio is refused (400), and so is reactivating a canceled line
 * item (409). `has_audio`: it has a creative that is READY or being encoded.
 */
export function switchesOf(
  { active, canceled }: Pick<LineitemParams, "active" | "canceled">,
  present: Switches,
  has_audio: boolean,
  at: Date,
): Partial<Switches> {
  if (present.canceled_at !== null && (active === true || canceled === false))
    throw conflict(
      "lineitem-canceled",
      "The line item was canceled and cannot be reactivated. Copy it instead.",
    );
  if (canceled === true) {
    if (active === true) throw invalid({ active: "cannot be true together with canceled" });
    return { active: false, canceled_at: present.canceled_at ?? at };
  }
  if (active === undefined || active === present.active) return {};
  if (!active) return { active };
  if (!has_audio)
    throw invalid({ audio_ad_file: "is required before the line item can be active" });
  return { active, approved_at: present.approved_at ?? at };
}

type Sold = { impressions_tracked: number; campaign_id: number; price_type: string };

/** The campaign and price type cannot change after the first impression (409). */
export function refuseFrozen(params: LineitemParams, present: Sold): void {
  if (present.impressions_tracked === 0) return;
  for (const field of ["campaign_id", "price_type"] as const)
    if (params[field] !== undefined && params[field] !== present[field])
      throw conflict("lineitem-frozen", `${field} cannot change after the first impression.`);
}

/** Refuses a flight that ends before it begins. */
export function requireFlight({ start_date, end_date }: Pick<Flight, "start_date" | "end_date">) {
  if (end_date < start_date) throw invalid({ end_date: "must not be before start_date" });
}

const MOST_NAME = 255;
const COPY = " (copy)";

/** The name of a copy. A long name is cut to make room for the suffix. */
export const copyName = (name: string): string =>
  `${[...name].slice(0, MOST_NAME - COPY.length).join("")}${COPY}`;
