/** Addresses and networks in a simulation: their reservations, and which of them are suspect. */
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
import type { Held } from "./held.ts";

/** Reservations of an address that were made in vain within a day, and its deliveries. */
type Record = { vain: number; delivered: number };
type Network = { readonly held: Set<Held>; readonly records: Map<string, Record> };

export function openOrigins() {
  const networks = new Map<string, Network>();
  const provisional = new Map<string, number>();
  const suspects = new Set<string>();
  /** Networks with changes since the last judgement. */
  const noted = new Set<string>();
  const isSuspect = ({ address, network }: Pick<Held, "address" | "network">): boolean =>
    suspects.has(address) || suspects.has(network);
  const networkOf = (name: string): Network => {
    const known = networks.get(name);
    if (known !== undefined) return known;
    const added: Network = { held: new Set(), records: new Map() };
    networks.set(name, added);
    return added;
  };
  const note = ({ network, address }: Held, key: keyof Record, by: number) => {
    const { records } = networkOf(network);
    noted.add(network);
    const record = records.get(address);
    // It stays even if both counts are 0: it may be suspect and has to be cleared.
    if (record === undefined) records.set(address, { vain: 0, delivered: 0, [key]: by });
    else record[key] += by;
  };
  /** Sets whether a name is suspect; returns true if that has changed. */
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
    /** Adds it to (1) or removes it from (−1) the held ads; lapsed and ended ads are not counted. */
    count(held: Held, by: 1 | -1) {
      const { state, network, kind } = held;
      if (state === "provisional") provisional.set(kind, (provisional.get(kind) ?? 0) + by);
      else if (state !== "lasting") return;
      const all = networkOf(network).held;
      if (by === 1) all.add(held);
      else all.delete(held);
    },
    /** The same count as the server's in the transaction that holds ads. */
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
     * Judges like the controller does every minute, and returns the held ads whose verdict has changed. Networks
     * without changes keep their verdict.
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
