/** An opportunity as it is kept for forecasts: everything but who it was. */
import type { Opportunity } from "../schema.ts";

const NOBODY = Buffer.alloc(0);

export function sampleOf({ listener, origin, at, published_at, ...rest }: Opportunity): unknown {
  return rest;
}

/** Back from the database, at the moment it stands for. */
export const opportunityOf = (sample: unknown, at: Date): Opportunity => ({
  ...(sample as Omit<Opportunity, "listener" | "origin" | "at" | "published_at">),
  listener: NOBODY,
  origin: null,
  published_at: null,
  at,
});
