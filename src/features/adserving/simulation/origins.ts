/** What a simulation knows of addresses and networks: what is held for them, and who is suspect. */
import {
  isSuspect as isBadly,
  KIND_BOUNDS,
  narrowest,
  OPEN_MS,
  type OriginRoom,
  roomFor,
  roomIn,
} from "../holding/bounds.ts";
import type { Origin } from "../schema.ts";
import type { Held } from "./memory.ts";

/** Reservations of an address within a day that were in vain, and deliveries. */
type Record = { vain: number; delivered: number };
type Network = { readonly held: Set<Held>; readonly records: Map<string, Record> };

export type Origins = ReturnType<typeof openOrigins>;

export function openOrigins() {
  const networks = new Map<string, Network>();
  const provisional = new Map<string, number>();
  const suspects = new Set<string>();
  /** Networks of which something was noted since they were judged. */
  const noted = new Set<string>();
  const isSuspect = ({ address, network }: Pick<Held, "address" | "network">): boolean =>
    suspects.has(address) || suspects.has(network);
  const networkOf = (name: string): Network => {
    const known = networks.get(name) ?? { held: new Set(), records: new Map() };
    networks.set(name, known);
    return known;
  };
  const note = ({ network, address }: Held, key: keyof Record, by: number) => {
    const { records } = networkOf(network);
    noted.add(network);
    const record = records.get(address) ?? { vain: 0, delivered: 0 };
    record[key] += by;
    // One of whom nothing is left stays: it was suspect, perhaps, and is to be cleared.
    records.set(address, record);
  };
  /** Says of one name whether it is suspect; true when that is new. */
  const say = (name: string, isBad: boolean): boolean => {
    if (suspects.has(name) === isBad) return false;
    if (isBad) suspects.add(name);
    else suspects.delete(name);
    return true;
  };
  const judgeNetwork = (name: string, { records }: Network): boolean => {
    const rest = { vain: 0, delivered: 0 };
    let isNew = false;
    for (const [address, record] of records) {
      const isBad = isBadly("address", record);
      isNew = say(address, isBad) || isNew;
      if (isBad) continue;
      rest.vain += record.vain;
      rest.delivered += record.delivered;
    }
    return say(name, isBadly("network", rest)) || isNew;
  };
  return {
    isSuspect,
    note,
    /** Counts it as held, or (by −1) no longer; those that have lapsed or are over count for nothing. */
    count(held: Held, by: 1 | -1) {
      const { state, network, kind } = held;
      if (state === "provisional") provisional.set(kind, (provisional.get(kind) ?? 0) + by);
      else if (state !== "lasting") return;
      const all = networkOf(network).held;
      if (by === 1) all.add(held);
      else all.delete(held);
    },
    /** As the server counts it in the transaction that holds. */
    roomAt(origin: Origin, now: number): OriginRoom {
      const [own, network] = [origin.address.toString("hex"), origin.network.toString("hex")];
      const count = { address: { provisional: 0, open: 0 }, network: { provisional: 0, open: 0 } };
      for (const { address, reserved, state } of networkOf(network).held) {
        if (reserved <= now - OPEN_MS) continue;
        const waits = state === "provisional" ? 1 : 0;
        count.network.open += 1;
        count.network.provisional += waits;
        if (address !== own) continue;
        count.address.open += 1;
        count.address.provisional += waits;
      }
      const suspect = { address: suspects.has(own), network: suspects.has(network) };
      const bound = KIND_BOUNDS[origin.kind];
      const ofOrigin = roomFor(count, suspect);
      if (bound === undefined) return ofOrigin;
      return narrowest([ofOrigin, roomIn(bound, provisional.get(origin.kind) ?? 0)]);
    },
    /**
     * As the controller judges every minute. Returns what is held for those of whom it thinks otherwise now. Of
     * networks of which nothing was noted since, the verdict is the same.
     */
    judge(): Held[] {
      const changed = [...noted].flatMap((name) => {
        const network = networkOf(name);
        if (!judgeNetwork(name, network)) return [];
        return [...network.held].filter((one) => one.isSuspect !== isSuspect(one));
      });
      noted.clear();
      return changed;
    },
  };
}
