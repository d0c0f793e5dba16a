/** How many ads may be held for one address, one network and one kind of network (docs/ad-decision.md); pure. */
import type { Limit } from "../../../../platform/limits.ts";

/** How long (ms) an ad is held while no bytes of its rendition have reached the listener. */
export const PROVISIONAL_MS = 120_000;
/** How long (ms) it is held from the moment that they do. */
export const LASTING_MS = 86_400_000;
/** How long (ms) lasting reservations count against their address and network: long episodes take less. */
export const OPEN_MS = 3 * 3_600_000;

const beyond = "The listener gets the episode without ads; nothing is reserved.";

const limitOf = (name: string, value: number, bounds: string): Limit => ({
  name,
  value,
  unit: "ads",
  bounds,
  beyond,
});

/** Bounds of reservations per address and per network; see `roomFor`. */
export const BOUNDS = {
  address: {
    provisional: limitOf(
      "provisional-ads-per-address",
      20,
      "Ads reserved for one address (an IPv6 /64 is one) whose episodes have not begun to be fetched.",
    ),
    open: limitOf(
      "open-ads-per-address",
      100,
      "Ads reserved for one address in the last 3 hours and not yet delivered.",
    ),
  },
  network: {
    provisional: limitOf(
      "provisional-ads-per-network",
      60,
      "Ads reserved for one network (an IPv4 /24, an IPv6 /48) whose episodes have not begun to be fetched.",
    ),
    open: limitOf(
      "open-ads-per-network",
      400,
      "Ads reserved for one network in the last 3 hours and not yet delivered.",
    ),
  },
} as const;

/** Bounds for addresses and networks that fetched almost nothing of what was reserved for them. */
export const SUSPECT_BOUNDS = {
  address: {
    provisional: limitOf(
      "provisional-ads-per-suspect-address",
      1,
      "Ads reserved for an address that fetched next to nothing of what was reserved for it in the last day.",
    ),
    open: limitOf(
      "open-ads-per-suspect-address",
      5,
      "Ads reserved for such an address in the last 3 hours and not yet delivered.",
    ),
  },
  network: {
    provisional: limitOf(
      "provisional-ads-per-suspect-network",
      2,
      "Ads reserved for a network that fetched next to nothing of what was reserved for it in the last day.",
    ),
    open: limitOf(
      "open-ads-per-suspect-network",
      20,
      "Ads reserved for such a network in the last 3 hours and not yet delivered.",
    ),
  },
} as const;

/** Bounds of all provisional reservations of a kind of network: a relay has addresses for everyone. */
export const KIND_BOUNDS: Readonly<Record<string, Limit>> = {
  relay: limitOf(
    "provisional-ads-by-relay",
    200,
    "Ads reserved for all listeners behind relays together whose episodes have not begun to be fetched.",
  ),
  consumer: limitOf(
    "provisional-ads",
    5000,
    "Ads reserved for all other listeners together whose episodes have not begun to be fetched.",
  ),
};

/** How long an ad is held before bytes flow, as listed in docs/limits.md. */
const PROVISIONAL_LIMIT: Limit = {
  name: "provisional-reservation-time",
  value: PROVISIONAL_MS,
  unit: "ms",
  bounds: "Time for which an ad is held while nothing of its episode has been fetched.",
  beyond: "The ad is free for others; it still counts when it is delivered later.",
};

export const RESERVATION_LIMITS: readonly Limit[] = [
  PROVISIONAL_LIMIT,
  ...[BOUNDS, SUSPECT_BOUNDS].flatMap(({ address, network }) => [
    ...[address.provisional, network.provisional, address.open, network.open],
  ]),
  ...Object.values(KIND_BOUNDS),
];

/** Reservations of one address and of its network. */
export type OpenAds = Readonly<{
  address: Readonly<{ provisional: number; open: number }>;
  network: Readonly<{ provisional: number; open: number }>;
}>;

/** How many more ads may be held, and the limit that decides it. */
export type OriginRoom = Readonly<{ room: number; limit: Limit }>;

/** The narrowest of the bounds of an address and its network. */
export function roomFor(
  { address, network }: OpenAds,
  isSuspect: Readonly<{ address: boolean; network: boolean }>,
): OriginRoom {
  const ofAddress = (isSuspect.address ? SUSPECT_BOUNDS : BOUNDS).address;
  const ofNetwork = (isSuspect.network ? SUSPECT_BOUNDS : BOUNDS).network;
  return narrowest([
    roomIn(ofAddress.provisional, address.provisional),
    roomIn(ofNetwork.provisional, network.provisional),
    roomIn(ofAddress.open, address.open),
    roomIn(ofNetwork.open, network.open),
  ]);
}

export const roomIn = (limit: Limit, held: number): OriginRoom => ({
  room: Math.max(0, limit.value - held),
  limit,
});

export const narrowest = (rooms: readonly [OriginRoom, ...OriginRoom[]]): OriginRoom =>
  rooms.reduce((least, one) => (one.room < least.room ? one : least));

/** An address or network is judged from this many reservations made in vain. */
export const JUDGED_FROM = { address: 10, network: 20 } as const;
/** It is suspect if more than this many reservations were made in vain for each delivered one. */
export const VAIN_PER_DELIVERED = 4;
/** The share of suspects' reservations that is expected to be delivered, for every line item. */
export const SUSPECT_YIELD = 0.05;

/** Whether nearly all reservations of an address or network were made in vain. */
export const isSuspect = (
  of: keyof typeof JUDGED_FROM,
  { vain, delivered }: Readonly<{ vain: number; delivered: number }>,
): boolean => vain >= JUDGED_FROM[of] && vain > VAIN_PER_DELIVERED * delivered;
