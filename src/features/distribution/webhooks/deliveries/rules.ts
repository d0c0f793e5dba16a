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

export const TESTS_WAITING: Limit = {
  name: "webhook-tests",
  value: 5,
  unit: "tests",
  bounds: "Tests of one webhook that have not been sent.",
  beyond: "429 `busy` with `Retry-After`",
};

export const REPLAYED_AT_ONCE: Limit = {
  name: "webhook-replay",
  value: 1000,
  unit: "events",
  bounds: "Events that one request replays, among 10,000 that it looks at.",
  beyond: "`next_from` says where the next request continues.",
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
  const text = header?.trim() ?? "";
  const isSeconds = /^\d{1,9}$/.test(text);
  if (!isSeconds && !/^[A-Z][a-z]+, .* GMT$/.test(text)) return null;
  const wait = isSeconds ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_WAIT);
}

/** How long to send nothing at all to a receiver that answered with `status`, in ms. */
export function reliefAfter(status: number | null, retryAfter: number | null): number {
  if (status === 429 || status === 502 || status === 504) return retryAfter ?? RELIEF;
  return status === 503 ? (retryAfter ?? 0) : 0;
}

type Troubles = Readonly<{ failing_since: Date | null; failed_at: Date | null }>;

/** The troubles of a webhook after another failure at `now`. */
export function failAgain({ failing_since, failed_at }: Troubles, now: Date) {
  const goesOn = failed_at !== null && now.getTime() - failed_at.getTime() <= APART;
  return { failing_since: goesOn && failing_since !== null ? failing_since : now, failed_at: now };
}

/** Why a webhook is disabled after a failure at `now`: its receiver says that it is gone, or it has failed for days. */
export function disabledBy(
  status: number | null,
  failing_since: Date,
  now: Date,
): "GONE" | "FAILING" | null {
  if (status === 410) return "GONE";
  return now.getTime() - failing_since.getTime() >= FAILING ? "FAILING" : null;
}

/** What an answer with `status` means to people; null for a success. */
export function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `it redirects (status ${status}), and redirects are not followed`;
  return `it answers with status ${status}`;
}
