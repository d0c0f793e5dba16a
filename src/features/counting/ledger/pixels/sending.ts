/** Tells advertisers' own addresses of impressions: some at a time, each a few times at most. */
import type { Deps } from "../../../../deps.ts";
import { fetchBytes } from "../../../../platform/net/fetch.ts";
import { delayPixel, endPixel, type TakenPixel, takePixels } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock" | "log">;

export type SendOptions = Readonly<{
  /** Also to loopback and private networks. */
  allowPrivate: boolean;
  signal?: AbortSignal;
}>;

const AT_ONCE = 20;
const ATTEMPTS = 5;
const LIMITS = { maxBytes: 65_536, maxMs: 10_000 };
const MINUTE_MS = 60_000;

/** Sends every pixel that is due, until there are none or the signal. */
export async function sendPixels(
  deps: Needs,
  { allowPrivate, signal }: SendOptions,
): Promise<void> {
  while (!signal?.aborted) {
    const now = deps.clock();
    const again = new Date(now.getTime() + MINUTE_MS);
    const taken = await takePixels(deps.db, now, again, AT_ONCE);
    await Promise.all(taken.map((pixel) => send(deps, pixel, allowPrivate)));
    if (taken.length < AT_ONCE) return;
  }
}

async function send({ db, clock, log }: Needs, pixel: TakenPixel, allowPrivate: boolean) {
  try {
    await fetchBytes(pixel.url, { ...LIMITS, allowPrivate });
    await endPixel(db, pixel, "sent");
  } catch (error) {
    const { message } = error as Error;
    const final = (error as { final?: boolean }).final === true || pixel.attempts >= ATTEMPTS;
    // 1, 4, 16, 64 minutes.
    const pause = MINUTE_MS * 4 ** (pixel.attempts - 1);
    if (!final) return delayPixel(db, pixel.pixel_id, new Date(clock().getTime() + pause));
    log.warn({ lineitem_id: pixel.lineitem_id, reason: message }, "a pixel was given up");
    await endPixel(db, pixel, "failed");
  }
}
