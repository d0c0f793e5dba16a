/** Keeps the secrets of the time at hand, makes the next ones in time, and hashes listeners. */
import { type KeyObject, randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { DAY_MS, dayOf } from "../folding/rules.ts";
import {
  addressKeyUnder,
  hexKeyUnder,
  listenerOf,
  networkPart,
  originUnder,
  secretAt,
} from "../rules.ts";
import type { ListenerSecret, Listeners } from "../schema.ts";
import { findSecrets, insertSecret } from "./store.ts";

/** Days that one secret is in force: longer than any frequency cap counts back but for LIFETIME. */
export const SECRET_DAYS = 35;
const SECRET_MS = SECRET_DAYS * DAY_MS;
const REFRESH_EVERY_MS = 600_000;

/** What keys are made under at a moment; `former` is null unless it was another one a day before. */
export type Secrets = Readonly<{ secret: KeyObject; former: KeyObject | null }>;

export type OpenListeners = Listeners &
  Readonly<{
    /** The secrets of a moment (ms since 1970): the same object as long as they are the same. */
    secretsAt(at: number): Secrets;
    /** Keyed hashes of an address and of its network. */
    originOf(address: string, at: Date): ReturnType<typeof originUnder>;
    /**
     * The keys of a record, as hex; `network` is the part of its address that people are told apart
     * by. `former`: while windows begun under it may be open.
     */
    keysUnder(
      secrets: Secrets,
      network: Buffer,
      user_agent: string,
    ): { listener: string; former: string | null; address: string };
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
  /** A window lasts a day: for so long after a change of secrets one begun before may be open. */
  const formerAt = (at: number): KeyObject | null => {
    const before = new Date(at - DAY_MS);
    return periodOf(before) === periodOf(new Date(at)) ? null : secretAt(secrets, before).secret;
  };
  // They change at midnight only.
  let last: Readonly<{ day: number; all: typeof secrets; of: Secrets }> | null = null;
  return {
    keyOf: (who, at) => listenerOf(secrets, who, at),
    formerKeyOf({ address, user_agent }, at) {
      const former = formerAt(at.getTime());
      if (former === null) return null;
      return Buffer.from(hexKeyUnder(former, networkPart(address), user_agent), "hex");
    },
    originOf: (address, at) => originUnder(secretAt(secrets, at).secret, address),
    secretsAt(at) {
      const day = dayOf(at);
      if (last?.day !== day || last.all !== secrets) {
        const of = { secret: secretAt(secrets, new Date(at)).secret, former: formerAt(at) };
        last = { day, all: secrets, of };
      }
      return last.of;
    },
    keysUnder({ secret, former }, network, user_agent) {
      return {
        listener: hexKeyUnder(secret, network, user_agent),
        former: former === null ? null : hexKeyUnder(former, network, user_agent),
        address: addressKeyUnder(secret, network),
      };
    },
    close: () => clearInterval(timer),
  };
}
