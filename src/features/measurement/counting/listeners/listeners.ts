/** Keeps the current secrets, creates the next ones in time, and hashes listeners. */
import { randomBytes } from "node:crypto";
import type { Deps } from "../../../../deps.ts";
import { DAY_MS, dayOf } from "../aggregation/rules.ts";
import {
  addressKeyUnder,
  hexKeyUnder,
  listenerOf,
  networkPart,
  originUnder,
  secretAt,
} from "../rules.ts";
import type { ListenerSecret, Listeners } from "../schema.ts";
import type { KeyedHash } from "./hmac.ts";
import { insertSecret, listSecrets } from "./store.ts";

/** How many days one secret is in force: longer than any frequency cap except LIFETIME. */
export const SECRET_DAYS = 35;
const SECRET_MS = SECRET_DAYS * DAY_MS;
const REFRESH_EVERY_MS = 600_000;

/** The secrets at a moment; `former` is null unless another secret was in force a day before. */
export type Secrets = Readonly<{ secret: KeyedHash; former: KeyedHash | null }>;

export type OpenListeners = Listeners &
  Readonly<{
    /** The secrets at a moment (ms since 1970); returns the same object until they change. */
    secretsAt(at: number): Secrets;
    /** Keyed hashes of an address and of its network. */
    originOf(address: string, at: Date): ReturnType<typeof originUnder>;
    /**
     * The keys of a record, as hex; `network` is the part of its address that distinguishes listeners. `former`: set
     * while windows begun under the former key may be open.
     */
    keysUnder(
      secrets: Secrets,
      network: Buffer,
      user_agent: string,
    ): { listener: string; former: string | null; address: string };
  }>;

/** Start of the period of the secret in force at a moment: a UTC midnight that all servers agree on. */
const periodOf = (at: Date): number => Math.floor(dayOf(at.getTime()) / SECRET_MS) * SECRET_MS;

/**
 * Returns the secrets of this period and the next, and creates missing ones. So the next change of secrets needs no
 * database.
 */
export async function ensureSecrets({
  db,
  clock,
}: Pick<Deps, "db" | "clock">): Promise<ListenerSecret[]> {
  const now = periodOf(clock());
  for (const begin of [now, now + SECRET_MS])
    await insertSecret(db, { secret: randomBytes(32), valid_from: new Date(begin) });
  return listSecrets(db);
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
  /** A window lasts a day: for a day after a change of secrets, a window begun before may be open. */
  const formerAt = (at: number): KeyedHash | null => {
    const before = new Date(at - DAY_MS);
    return periodOf(before) === periodOf(new Date(at)) ? null : secretAt(secrets, before).secret;
  };
  // Secrets change only at midnight.
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
