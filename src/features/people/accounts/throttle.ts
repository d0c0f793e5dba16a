/** Counts attempts and makes callers wait, in one short transaction before any costly work. */
import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Deps } from "../../../deps.ts";
import { TryLater } from "../../../platform/gate.ts";
import { countAt, limitOf, THROTTLES, type ThrottleName, waitOf, waitText } from "./rules.ts";
import { forgiveAttempts, keepAttempts, lockAttempts } from "./store.ts";

/** What an attempt counts towards: a throttle, and its key. */
export type Subject = readonly [throttle: ThrottleName, who: string];

const hashOf = ([limit, who]: Subject): Buffer =>
  createHash("sha256").update(`${limit}\n${who}`).digest();

/** An IPv6 caller usually controls a whole /64, so it counts as one address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(".");
}

/**
 * Counts one attempt for every subject, or for none: fails with `TryLater` if one of them has to wait. Counts before
 * the attempt is made, so that a thousand concurrent attempts count as a thousand.
 */
export async function countAttempt(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ...subjects: readonly Subject[]
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (transaction) => {
    for (const subject of subjects) {
      const throttle = THROTTLES[subject[0]];
      const attempts = await lockAttempts(transaction, hashOf(subject), now);
      const wait = Math.ceil(waitOf(throttle, attempts, now) / 1000);
      if (wait > 0)
        throw new TryLater(
          "too-many-attempts",
          `Too many attempts. Try again in ${waitText(wait)}.`,
          wait,
          limitOf(subject[0]),
        );
      const count = countAt(throttle, attempts, now) + 1;
      await keepAttempts(transaction, hashOf(subject), { count, last_at: now });
    }
  });
}

/** Takes back the last counted attempt. */
export const forgiveOne = ({ db }: Pick<Deps, "db">, subject: Subject): Promise<void> =>
  forgiveAttempts(db, hashOf(subject), "one");

export const forgiveAll = ({ db }: Pick<Deps, "db">, subject: Subject): Promise<void> =>
  forgiveAttempts(db, hashOf(subject), "all");
