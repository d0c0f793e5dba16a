/** Sends pixels to advertisers' own URLs: several at a time, few per host, each with a limited number of attempts. */
import type { Deps } from "../../../../../deps.ts";
import type { Limit } from "../../../../../platform/limits.ts";
import type { PrivateAccess } from "../../../../../platform/net/addresses.ts";
import { fetchBytes } from "../../../../../platform/net/fetch.ts";
import { delayPixel, recordPixelOutcome, type TakenPixel, takePixels } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock" | "log">;

export type SendOptions = Readonly<{
  /** Allow loopback and private networks too. */
  allowPrivate: PrivateAccess;
  signal?: AbortSignal;
}>;

const WAITS = "The request waits; those to other hosts go first.";

const atOnce: Limit = {
  name: "pixels",
  value: 20,
  unit: "requests",
  bounds: "Impression pixels requested at a time by one worker process.",
  beyond: WAITS,
};

const perHost: Limit = {
  name: "pixels-per-host",
  value: 4,
  unit: "requests",
  bounds: "Impression pixels requested at a time of one host by one worker process.",
  beyond: WAITS,
};

export const pixelLimits: readonly Limit[] = [atOnce, perHost];

const ATTEMPTS = 5;
const LIMITS = { maxBytes: 65_536, maxMs: 10_000 };
const MINUTE_MS = 60_000;

/**
 * Sends every due pixel, until none are left or the signal aborts. A slow host occupies only its own few connections,
 * so that no other host waits for it.
 */
export async function sendPixels(
  deps: Needs,
  { allowPrivate, signal }: SendOptions,
): Promise<void> {
  const running = new Map<Promise<void>, string>();
  while (!signal?.aborted) {
    const now = deps.clock();
    const taken = await takePixels(deps.db, {
      now,
      again: new Date(now.getTime() + MINUTE_MS),
      limit: atOnce.value - running.size,
      busyHosts: [...new Set(running.values())],
      perHost: perHost.value,
    });
    for (const pixel of taken) {
      const sending = send(deps, pixel, allowPrivate).finally(() => running.delete(sending));
      running.set(sending, URL.parse(pixel.url)?.host ?? "");
    }
    if (running.size === 0) return;
    await Promise.race(running.keys());
  }
  await Promise.all(running.keys());
}

async function send({ db, clock, log }: Needs, pixel: TakenPixel, allowPrivate: PrivateAccess) {
  try {
    await fetchBytes(pixel.url, { ...LIMITS, allowPrivate });
    await recordPixelOutcome(db, pixel, "sent");
  } catch (error) {
    const { message } = error as Error;
    const final = (error as { final?: boolean }).final === true || pixel.attempts >= ATTEMPTS;
    // 1, 4, 16, 64 minutes.
    const pause = MINUTE_MS * 4 ** (pixel.attempts - 1);
    if (!final) return delayPixel(db, pixel.pixel_id, new Date(clock().getTime() + pause));
    log.warn({ lineitem_id: pixel.lineitem_id, reason: message }, "a pixel was given up");
    await recordPixelOutcome(db, pixel, "failed");
  }
}
