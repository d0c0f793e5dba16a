/** When what could not be delivered is sent again, and when a webhook is given up. Pure. */
import type { Limit } from "../../../../platform/limits.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses between ten attempts, which add up to 75 hours and a half. */
const PAUSES = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Pauses are up to a tenth shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.1;
/** `Retry-After` is obeyed up to here. */
const LONGEST_WAIT = DAY;
/** How long nothing is sent to a host that is overloaded and does not say for how long. */
const RELIEF = MINUTE;
/** A webhook that has failed for so long is disabled. */
const FAILING = 5 * DAY;
/** Failures further apart are not one: the longest pause, and a quiet day. */
const APART = 2 * DAY;

export const SEND_TIME: Limit = {
  name: "webhook-time",
  value: 15_000,
  unit: "ms",
  bounds: "Time in which the receiver of a webhook must answer.",
  beyond: "The attempt has failed, and is repeated later.",
};

export const BODY_BYTES: Limit = {
  name: "webhook-body",
  value: 20_000,
  unit: "bytes",
  bounds: "Body of a webhook.",
  beyond: "Texts are left out of `data`; its ids stay.",
};

export const ATTEMPTS: Limit = {
  name: "webhook-attempts",
  value: PAUSES.length + 1,
  unit: "requests",
  bounds: "Attempts to deliver one event to a webhook, over about 75 hours.",
  beyond: "The delivery has failed; it can be replayed.",
};

/** How long to wait after `attempts` in ms; null: there is no further one. `random`: from 0 to 1. */
export function pauseAfter(
  attempts: number,
  retryAfter: number | null,
  random: number,
): number | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  return Math.max(Math.round(pause * (1 + JITTER * (2 * random - 1))), retryAfter ?? 0);
}

/** A `Retry-After` (RFC 9110 §10.2.3) in ms from `now`, at most a day; null for none or one that cannot be read. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_WAIT);
}

/** How long to send nothing at all to a receiver that answered with `status`, in ms. */
export function reliefAfter(status: number | null, retryAfter: number | null): number {
  if (status === 429 || status === 502 || status === 504) return retryAfter ?? RELIEF;
  return status === 503 ? (retryAfter ?? 0) : 0;
}

export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

type Troubles = Readonly<{ failing_since: Date | null; failed_at: Date | null }>;

/** The troubles of a webhook after another failure at `now`. */
export function failAgain({ failing_since, failed_at }: Troubles, now: Date) {
  const goesOn = failed_at !== null && now.getTime() - failed_at.getTime() <= APART;
  return { failing_since: goesOn && failing_since !== null ? failing_since : now, failed_at: now };
}

/** Whether a webhook has failed for so long that it is given up. */
export const isHopeless = (failing_since: Date, now: Date): boolean =>
  now.getTime() - failing_since.getTime() >= FAILING;

/** What an answer with `status` means to people; null for a success. */
export function problemOf(status: number): string | null {
  if (isSuccess(status)) return null;
  if (status >= 300 && status < 400)
    return `it redirects (status ${status}), and redirects are not followed`;
  return `it answers with status ${status}`;
}
