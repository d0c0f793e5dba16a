/** Generates plays by programs that do not listen: they change their user agent each time and fetch no ads. */
import type { Random } from "../core/draw.ts";
import type { AdRequest } from "../schema.ts";
import { type Invented, inventAdRequest, inventDevice, keyOf, originAt } from "./invented.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A group of hostile programs. */
type Group = Readonly<{
  /** Marks their keys. */
  kind: number;
  addresses: number;
  networks: number;
  /** Whether they fetch some bytes, so that their reservations become lasting. */
  fetchesBeginning: boolean;
  /** Plays in the minute that begins at `at`, ms since the start of the simulation. */
  playsAt(at: number): number;
}>;

const GROUPS: readonly Group[] = [
  // A few addresses that ask all the time, more often than all listeners together.
  { kind: 1, addresses: 20, networks: 5, fetchesBeginning: false, playsAt: () => 6 },
  // One address that sends many requests at noon.
  {
    kind: 2,
    addresses: 1,
    networks: 1,
    fetchesBeginning: false,
    playsAt: (at) => (at % DAY === 12 * 60 * MINUTE ? 300 : 0),
  },
  // Two networks that fetch only the beginning.
  {
    kind: 3,
    addresses: 30,
    networks: 2,
    fetchesBeginning: true,
    playsAt: (at) => (at % (2 * MINUTE) === 0 ? 1 : 0),
  },
  // Many addresses in many networks, each with few requests.
  { kind: 4, addresses: 20_000, networks: 2000, fetchesBeginning: false, playsAt: () => 1 },
];

/** They start after the first days, when the ad server has learned something that they could spoil. */
const QUIET = 2 * DAY;

/** One hostile play. */
export type HostilePlay = Readonly<{ request: AdRequest; fetchesBeginning: boolean }>;

/** The hostile plays of the minute that begins at `at`; none unless the scale enables them. */
export function hostilePlays(random: Random, invented: Invented, at: number): HostilePlay[] {
  const since = at - invented.starts;
  if (invented.scale.hostile !== true || since < QUIET) return [];
  return GROUPS.flatMap((group) =>
    Array.from({ length: group.playsAt(since) }, () => playOf(random, invented, group, at)),
  );
}

function playOf(random: Random, invented: Invented, group: Group, at: number): HostilePlay {
  const { kind, addresses, networks, fetchesBeginning } = group;
  const address = Math.floor(random() * addresses);
  const listener = {
    ...inventDevice(random),
    // A new user agent, and so a new listener key.
    key: keyOf(kind, Math.floor(random() * 2 ** 32)),
    origin: originAt(kind, address, address % networks),
  };
  const moment = at + Math.floor(random() * MINUTE);
  return { request: inventAdRequest(random, invented, moment, listener), fetchesBeginning };
}
