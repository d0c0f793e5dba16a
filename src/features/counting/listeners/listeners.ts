/** Keeps the secrets of the time at hand, makes the next ones in time, and hashes listeners. */
import { type KeyObject, randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { DAY_MS, dayOf } from "../folding/rules.ts";
import { remembered } from "../lru.ts";
import { addressKeyUnder, hexKeyUnder, listenerOf, networkPart, secretAt } from "../rules.ts";
import type { ListenerSecret, Listeners, Listening } from "../schema.ts";
import { findSecrets, insertSecret } from "./store.ts";

/** Days that one secret is in force: longer than any frequency cap counts back but for LIFETIME. */
export const SECRET_DAYS = 35;
const SECRET_MS = SECRET_DAYS * DAY_MS;
const REFRESH_EVERY_MS = 600_000;
const REMEMBERED = 100_000;

export type OpenListeners = Listeners &
  Readonly<{
    /** The keys of a record, as hex. `former`: while windows begun under it may be open. */
    keysOf(
      who: Listening,
      at: number,
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
  const places = remembered(REMEMBERED, (address) => placeOf(address));
  /** A window lasts a day: for so long after a change of secrets one begun before may be open. */
  const formerOf = ({ address, user_agent }: Listening, at: number): string | null => {
    const before = new Date(at - DAY_MS);
    if (periodOf(before) === periodOf(new Date(at))) return null;
    return hexKeyUnder(secretAt(secrets, before).secret, places(address).network, user_agent);
  };
  return {
    keyOf: (who, at) => listenerOf(secrets, who, at),
    formerKeyOf: (who, at) => bytesOf(formerOf(who, at.getTime())),
    keysOf(who, at) {
      const { secret } = secretAt(secrets, new Date(at));
      const place = places(who.address);
      if (place.secret !== secret) {
        place.secret = secret;
        place.key = addressKeyUnder(secret, place.network);
      }
      const listener = hexKeyUnder(secret, place.network, who.user_agent);
      return { listener, former: formerOf(who, at), address: place.key };
    },
    close: () => clearInterval(timer),
  };
}

const bytesOf = (hex: string | null): Buffer | null =>
  hex === null ? null : Buffer.from(hex, "hex");

/** An address with its key under the secret that was last asked for. */
type Place = { network: Buffer; secret: KeyObject | null; key: string };

const placeOf = (address: string): Place => ({
  network: networkPart(address),
  secret: null,
  key: "",
});
