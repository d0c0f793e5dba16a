/** Decisions about accounts: how long to wait between attempts, what a browser is called. Pure. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How often something may be tried before waits begin, how fast that is forgiven, how long waits grow. */
export type Limit = Readonly<{ free: number; forgiveMs: number; maxWaitMs: number }>;

/**
 * The limits, by what they count. Wrong passwords count for an address (a /64 of IPv6), and for an
 * account at an address; never for an account alone, so that nobody can lock its owner out from
 * elsewhere (contract §3).
 */
export const LIMITS = {
  "sign-in of an address": { free: 20, forgiveMs: MINUTE, maxWaitMs: 5 * MINUTE },
  "sign-in to an account from an address": {
    free: 5,
    forgiveMs: 10 * MINUTE,
    maxWaitMs: 15 * MINUTE,
  },
  "password of a session": { free: 5, forgiveMs: 10 * MINUTE, maxWaitMs: 15 * MINUTE },
  "sign-up of an address": { free: 10, forgiveMs: 10 * MINUTE, maxWaitMs: 15 * MINUTE },
  "reset for an address": { free: 10, forgiveMs: 5 * MINUTE, maxWaitMs: 15 * MINUTE },
  "mail to an account": { free: 3, forgiveMs: 20 * MINUTE, maxWaitMs: 60 * MINUTE },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Attempts counted so far; `count` leaks away by one every `forgiveMs`. */
export type Attempts = Readonly<{ count: number; last_at: Date }>;

/** Counted attempts are forgotten altogether after this long; all limits have forgiven by then. */
export const FORGET_MS = 24 * 60 * MINUTE;

/** What is left of the count at `now`. */
export const countAt = (limit: Limit, { count, last_at }: Attempts, now: Date): number =>
  Math.max(0, count - Math.max(0, now.getTime() - last_at.getTime()) / limit.forgiveMs);

/** Milliseconds until the next attempt is allowed; 0 when it is allowed at `now`. */
export function waitOf(limit: Limit, attempts: Attempts, now: Date): number {
  const beyond = Math.ceil(attempts.count) - limit.free;
  if (beyond < 0) return 0;
  const wait = Math.min(limit.maxWaitMs, SECOND * 2 ** Math.min(beyond, 30));
  return Math.max(0, attempts.last_at.getTime() + wait - now.getTime());
}

/** A wait as people say it. */
export function sayWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bChrom(e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux": coarse on purpose, enough to tell one's own browsers apart. */
export function browserName(userAgent: string | undefined): string {
  const nameIn = (table: [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = nameIn(BROWSERS) ?? "Another browser";
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
