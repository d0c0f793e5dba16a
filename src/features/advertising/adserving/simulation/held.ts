/** An ad that a simulation has put into a rendition, and what its listener remembers of it. */
import type { Booking } from "../core/booking.ts";
import type { Seen } from "../core/frequency.ts";

/**
 * An ad in a rendition. Times in ms; `delivered` and `told` are the future times of delivery and its count, null:
 * never. Provisional and lasting ads are held; `lapsed` ones only count towards the listener's caps.
 */
export type Held = {
  readonly item: Booking;
  readonly listener: string;
  /** Hashes of the listener's address and network, and the kind of network. */
  readonly address: string;
  readonly network: string;
  readonly kind: string;
  readonly download: number;
  readonly break_index: number;
  readonly reserved: number;
  readonly delivered: number | null;
  /** When counting records the delivery. */
  readonly reported: number | null;
  state: "provisional" | "lasting" | "lapsed" | "over";
  /** When bytes began to flow. */
  flowing: number | null;
  isInVain: boolean;
  /** Its age class, and whether its address or network was suspect at the last judgement. */
  age: number;
  isSuspect: boolean;
  readonly seen: Remembered;
};

/** An entry of the listener's history; `looksBack`: the longest window (ms) of its caps, 0: none. */
export type Remembered = Seen & { at: number; readonly looksBack: number };
