/** What this process has lately written of deliveries, so that it need not read it back. */
import type { Ranges } from "../journal/entry.ts";

export type Delivered = Readonly<{ sent: Ranges; requests: number; counted: boolean }>;

/**
 * Only a belief: another process may have added to a delivery since. Its number of requests, which
 * only grows, tells so when it is written.
 */
export type KnownDeliveries = Readonly<{
  /** Takes it out, so that nothing is believed of what was then not committed. */
  take(key: string): Delivered | null;
  put(key: string, delivered: Delivered): void;
}>;

/** Before partitions can have been dropped and made again. */
const KEPT_S = 3600;
/** Of more pieces nothing is remembered: PostgreSQL has it. */
const MOST_EDGES = 12;
/** Each key has its row, and in that a place that is free, or else was written first. */
const ROWS = 2 ** 16;
const PLACES = 4;

/** Words of a place: three of the key's hash, the second it was written in (0: free), requests, edges. */
const WORDS = 6;
const [TIME, REQUESTS, EDGES] = [3, 4, 5] as const;
const COUNTED = 2 ** 31;

/**
 * 32 MB outside the heap: as objects these would live for minutes, and be moved and looked through
 * by one garbage collection after the other.
 */
export function openKnownDeliveries({
  rows = ROWS,
  now = () => performance.now(),
} = {}): KnownDeliveries {
  const words = new Uint32Array(rows * PLACES * WORDS);
  const edges = new Float64Array(rows * PLACES * MOST_EDGES);
  const word = (place: number, which: number) => words[place * WORDS + which] ?? 0;
  const seconds = () => Math.floor(now() / 1000) + 1;

  const find = ({ a, b, c }: Hash): number => {
    const row = (a % rows) * PLACES;
    for (let place = row; place < row + PLACES; place += 1) {
      const isIt = word(place, 0) === a && word(place, 1) === b && word(place, 2) === c;
      if (isIt && word(place, TIME) !== 0) return place;
    }
    return -1;
  };
  const oldest = ({ a }: Hash): number => {
    let best = (a % rows) * PLACES;
    for (let place = best + 1; place % PLACES !== 0; place += 1)
      if (word(place, TIME) < word(best, TIME)) best = place;
    return best;
  };
  return {
    take(key) {
      const place = find(hashOf(key));
      if (place === -1) return null;
      const time = word(place, TIME);
      words[place * WORDS + TIME] = 0;
      if (seconds() - time > KEPT_S) return null;
      const sent: number[] = [];
      for (let at = 0; at < word(place, EDGES); at += 1)
        sent.push(edges[place * MOST_EDGES + at] ?? 0);
      const requests = word(place, REQUESTS);
      return { sent, requests: requests % COUNTED, counted: requests >= COUNTED };
    },
    put(key, { sent, requests, counted }) {
      if (sent.length > MOST_EDGES) return;
      const hash = hashOf(key);
      const held = find(hash);
      const place = held === -1 ? oldest(hash) : held;
      const at = place * WORDS;
      words[at] = hash.a;
      words[at + 1] = hash.b;
      words[at + 2] = hash.c;
      words[at + TIME] = seconds();
      words[at + REQUESTS] = requests + (counted ? COUNTED : 0);
      words[at + EDGES] = sent.length;
      for (let edge = 0; edge < sent.length; edge += 1)
        edges[place * MOST_EDGES + edge] = sent[edge] ?? 0;
    },
  };
}

type Hash = Readonly<{ a: number; b: number; c: number }>;

/** 96 bits: keys hold a listener's, which is an HMAC, so nobody can choose two that meet. */
function hashOf(key: string): Hash {
  let [a, b, c] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 15);
    c = Math.imul(c + code, 0xc2b2ae35) ^ (c >>> 13);
  }
  return { a: (a ^ (a >>> 15)) >>> 0, b: (b ^ (b >>> 16)) >>> 0, c: (c ^ (c >>> 16)) >>> 0 };
}
