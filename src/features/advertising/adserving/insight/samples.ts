/** Ad requests as stored for forecasts: without the listener's identity. */
import type { AdRequest } from "../schema.ts";

const NOBODY = Buffer.alloc(0);

export function sampleOf({ listener, origin, at, published_at, ...rest }: AdRequest): unknown {
  return rest;
}

/** Restores a stored sample as an ad request at the moment `at`. */
export const adRequestOf = (sample: unknown, at: Date): AdRequest => ({
  ...(sample as Omit<AdRequest, "listener" | "origin" | "at" | "published_at">),
  listener: NOBODY,
  origin: null,
  published_at: null,
  at,
});
