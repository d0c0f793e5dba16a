/** Pure rules of accounts: throttles, session limits, browser names. */
import type { Limit } from "../../../platform/limits.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How many attempts are free, how quickly they are forgiven, and how long waits grow. */
export type Throttle = Readonly<{
  free: number;
  forgiveMs: number;
  maxWaitMs: number;
  /** What the throttle limits, as a phrase. */
  bounds: string;
  /** What happens beyond the limit, if not a wait. */
  beyond?: string;
}>;

/**
 * The throttles, by what they count. Wrong passwords count for an address (a /64 of IPv6), and for a login at an
 * address; never for an account alone, so that nobody can lock its owner out from elsewhere (contract §3).
 */
export const THROTTLES = {
  "sign-ins-of-address": {
    free: 20,
    forgiveMs: MINUTE,
    maxWaitMs: 5 * MINUTE,
    bounds: "Wrong passwords from one address",
  },
  "sign-ins-to-account": {
    free: 5,
    forgiveMs: 10 * MINUTE,
    maxWaitMs: 15 * MINUTE,
    bounds: "Wrong passwords for one username or e-mail address from one address",
  },
  "passwords-of-session": {
    free: 5,
    forgiveMs: 10 * MINUTE,
    maxWaitMs: 15 * MINUTE,
    bounds: "Wrong passwords where a signed-in person is asked for theirs again",
  },
  "sign-ups-of-address": {
    free: 10,
    forgiveMs: 10 * MINUTE,
    maxWaitMs: 15 * MINUTE,
    bounds: "Attempts to sign up from one address",
  },
  "setup-codes-of-address": {
    free: 10,
    forgiveMs: MINUTE,
    maxWaitMs: 5 * MINUTE,
    bounds: "Wrong codes for the setup of a new server from one address",
  },
  "resets-of-address": {
    free: 10,
    forgiveMs: 5 * MINUTE,
    maxWaitMs: 15 * MINUTE,
    bounds: "Requests for a new password, and codes entered, from one address",
  },
  "reset-mails": {
    free: 3,
    forgiveMs: 20 * MINUTE,
    maxWaitMs: 60 * MINUTE,
    bounds: "Mails that reset the password of one account",
    beyond: "No mail is sent; the answer is the same, so that it tells nothing about the account.",
  },
  "confirmation-mails": {
    free: 3,
    forgiveMs: 20 * MINUTE,
    maxWaitMs: 60 * MINUTE,
    bounds: "Mails with which one account asks to confirm its address",
  },
  "episode-mail-questions": {
    free: 3,
    forgiveMs: 20 * MINUTE,
    maxWaitMs: 60 * MINUTE,
    bounds: "Mails with which one account is asked whether it wants mails about new episodes",
  },
  "app-sign-ins-of-address": {
    free: 60,
    forgiveMs: SECOND,
    maxWaitMs: MINUTE,
    bounds: "OAuth sign-ins and device codes begun from one address",
  },
  "token-refreshes": {
    free: 60,
    forgiveMs: 10 * MINUTE,
    maxWaitMs: 15 * MINUTE,
    bounds: "Access tokens that one connection of an app is issued for its refresh tokens",
  },
} satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;

const spanOf = (ms: number): string => waitText(ms / SECOND);

/** A throttle as a limit, for `docs/limits.md` and error responses. */
export function limitOf(name: ThrottleName): Limit {
  const { free, forgiveMs, maxWaitMs, bounds, beyond }: Throttle = THROTTLES[name];
  const waits = `429 \`too-many-attempts\` with \`Retry-After\`; the wait doubles from 1 second to ${spanOf(maxWaitMs)}, and one is forgiven every ${spanOf(forgiveMs)}.`;
  return { name, value: free, unit: "attempts", bounds: `${bounds}.`, beyond: beyond ?? waits };
}

/** Sessions of one user. */
export const SESSIONS: Limit = {
  name: "sessions-of-user",
  value: 100,
  unit: "sessions",
  bounds: "Browsers in which one person is signed in.",
  beyond: "A new sign-in ends the session that was used longest ago.",
};

/** Passwords waiting to be hashed. */
export const HASHES: Limit = {
  name: "password-checks",
  value: 32,
  unit: "requests",
  bounds:
    "Passwords that wait to be hashed in one process. Half of the processors hash, two at most, and addresses take turns.",
  beyond: "429 `busy` with `Retry-After`; a newcomer takes the last place of who has most.",
};

/** Passwords of one address, or of one signed-in user, waiting to be hashed. */
export const HASHES_OF_ONE: Limit = {
  name: "password-checks-of-address",
  value: 4,
  unit: "requests",
  bounds: "Passwords from one address that wait to be hashed in one process.",
  beyond: "429 `busy` with `Retry-After`",
};

/** Attempts counted so far; `count` decreases by one every `forgiveMs`. */
export type Attempts = Readonly<{ count: number; last_at: Date }>;

/** Counters are deleted after this long; by then, every throttle has forgiven its attempts. */
export const FORGET_MS = 24 * 60 * MINUTE;

/** What remains of the count at `now`. */
export const countAt = (limit: Throttle, { count, last_at }: Attempts, now: Date): number =>
  Math.max(0, count - Math.max(0, now.getTime() - last_at.getTime()) / limit.forgiveMs);

/** Milliseconds until the next attempt is allowed; 0 if it is allowed at `now`. */
export function waitOf(limit: Throttle, attempts: Attempts, now: Date): number {
  const beyond = Math.ceil(attempts.count) - limit.free;
  if (beyond < 0) return 0;
  const wait = Math.min(limit.maxWaitMs, SECOND * 2 ** Math.min(beyond, 30));
  return Math.max(0, attempts.last_at.getTime() + wait - now.getTime());
}

/** A wait in words. */
export function waitText(seconds: number): string {
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

/** What a session says of a browser that is none of these. */
export const OTHER_BROWSER = "Another browser";

/** "Firefox on Linux": coarse on purpose, and enough to tell one's own browsers apart. */
export function browserName(userAgent: string | undefined): string {
  const nameIn = (table: [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = nameIn(BROWSERS) ?? OTHER_BROWSER;
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
