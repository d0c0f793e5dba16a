/** Opens what messages are sent with, and sends batches until a turn is over. */
import type { Deps } from "../../../../deps.ts";
import { pushKeys } from "../keys.ts";
import { BATCH_MS } from "./batch.ts";
import { type Courier, openCourier } from "./courier.ts";

export type Needs = Pick<Deps, "db" | "clock" | "config">;

export type Work = Readonly<{ courier: Courier; publicUrl: string; secret: string }>;

/** Followers in one batch: after a crash, at most their devices get the same message again, which replaces the first. */
export const FOLLOWERS = 500;
/** After this time a job leaves its slot to another owner. */
const TURN_MS = 20_000;
/** After this time a process that has not noted its batch is dead. */
const CLAIM_MS = 2 * BATCH_MS;

export const claimedUntil = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

/** Sends batches by `tell` until it returns false or the turn is over; true if nothing is left. */
export async function sendBatches(
  deps: Needs,
  tell: (work: Work) => Promise<boolean>,
): Promise<boolean> {
  const { publicUrl } = deps.config;
  // Without it there is no address to lead to.
  if (publicUrl === null) return true;
  const keys = await pushKeys(deps.db);
  const courier = await openCourier(deps, keys, subjectOf(publicUrl));
  const work = { courier, publicUrl, secret: keys.privateKey };
  try {
    for (const end = performance.now() + TURN_MS; performance.now() < end; )
      if (!(await tell(work))) return true;
    return false;
  } finally {
    await courier.close();
  }
}

/** Push services require https or mailto (RFC 8292 §2.1). */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:longwave@${new URL(publicUrl).hostname}`;
