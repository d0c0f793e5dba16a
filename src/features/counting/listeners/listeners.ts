/** Keeps the secrets of the time at hand, makes the next ones in time, and hashes listeners. */
import { randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { DAY_MS, dayOf } from "../folding/rules.ts";
import { addressKeyOf, listenerOf, secretAt } from "../rules.ts";
import type { ListenerSecret, Listeners, Listening } from "../schema.ts";
import { findSecrets, insertSecret } from "./store.ts";

/** Days that one secret is in force: longer than any frequency cap counts back but for LIFETIME. */
export const SECRET_DAYS = 35;
const SECRET_MS = SECRET_DAYS * DAY_MS;
const REFRESH_EVERY_MS = 600_000;

export type OpenListeners = Listeners &
  Readonly<{
    /** The key of an address alone: 8 bytes. */
    addressKeyOf(address: string, at: Date): Buffer;
  }>;

/** Begin of the secret that is in force at a moment: UTC midnight of a day that all agree on. */
const periodOf = (at: Date): number => Math.floor(dayOf(at.getTime()) / SECRET_MS) * SECRET_MS;

/**
 * Secrets of this period and of the next, made when there are none: so the next midnight is met
 * whether PostgreSQL is there or not.
 */
export async function ensureSecrets({
  db,
  clock,
}: Pick<Deps, "db" | "clock">): Promise<ListenerSecret[]> {
  const now = periodOf(clock());
  for (const begin of [now, now + SECRET_MS])
    await insertSecret(db, { secret: randomBytes(32), valid_from: new Date(begin) });
  return findSecrets(db);
}

/** Opens the keys of listeners for a process. */
export async function openListeners(
  deps: Pick<Deps, "db" | "clock" | "log">,
): Promise<OpenListeners> {
  let secrets = await ensureSecrets(deps);
  const refresh = async () => {
    secrets = await ensureSecrets(deps);
  };
  const timer = setInterval(() => {
    refresh().catch((err) =>
      deps.log.warn({ err }, "the listener secrets could not be read again"),
    );
  }, REFRESH_EVERY_MS).unref();
  return {
    keyOf: (who, at) => listenerOf(secrets, who, at),
    formerKeyOf: (who, at) => formerKeyOf(secrets, who, at),
    addressKeyOf: (address, at) => addressKeyOf(secrets, address, at),
    close: () => clearInterval(timer),
  };
}

/** A window lasts a day: for so long after a change of secrets one begun before may be open. */
export function formerKeyOf(
  secrets: readonly ListenerSecret[],
  who: Listening,
  at: Date,
): Buffer | null {
  const before = new Date(at.getTime() - DAY_MS);
  const changed = secretAt(secrets, before) !== secretAt(secrets, at);
  return changed ? listenerOf(secrets, who, before) : null;
}
