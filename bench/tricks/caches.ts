/** Caches: `lru-cache` compared with simpler and faster ones. */
import { LRUCache } from "lru-cache";
import { openKnownDeliveries } from "../../src/features/measurement/counting/aggregation/known.ts";
import type { Comparison } from "./turns.ts";

const KEYS = 60_000;
const SIZE = 20_000;

/** Keys of which few are frequent, as user agents are. */
const frequent = Array.from({ length: 1 << 17 }, (_, at) => {
  const share = ((at * 2_654_435_761) % 2 ** 32) / 2 ** 32;
  return `Player/${Math.floor(KEYS * share ** 4)} (X11; Linux x86_64) AppleWebKit/537.36`;
});
const nextOf = (keys: readonly string[]) => {
  let at = 0;
  return () => keys[at++ & (keys.length - 1)] ?? "";
};

type Memo<V> = (key: string) => V;
const make = (key: string) => ({ app: key, exclusion: null });
type Made = ReturnType<typeof make>;

const looking = (memo: Memo<Made>, keys: readonly string[]) => {
  const next = nextOf(keys);
  return (times: number) => {
    for (let time = 0; time < times; time += 1) memo(next());
  };
};

function lruMemo<V extends object>(max: number, answer: Memo<V>): Memo<V> {
  const cache = new LRUCache<string, V>({ max });
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = answer(key);
    cache.set(key, value);
    return value;
  };
}

/** A Map in order of use, evicted by hand. */
function mapMemo<V extends object>(max: number, answer: Memo<V>): Memo<V> {
  const cache = new Map<string, V>();
  return (key) => {
    const value = cache.get(key) ?? answer(key);
    cache.delete(key);
    cache.set(key, value);
    for (const oldest of cache.keys()) {
      if (cache.size <= max) break;
      cache.delete(oldest);
    }
    return value;
  };
}

/** Two generations: nothing is moved. */
function generations<V extends object>(size: number, answer: Memo<V>): Memo<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? answer(key);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}

/** The last key of each slot. */
function slotted<V extends object>(slots: number, answer: Memo<V>): Memo<V> {
  const keys = new Array<string>(slots).fill("");
  const values = new Array<V | null>(slots).fill(null);
  return (key) => {
    let hash = 0;
    for (let at = 0; at < key.length; at += 1)
      hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    const slot = (hash >>> 0) % slots;
    const known = values[slot];
    if (known !== null && known !== undefined && keys[slot] === key) return known;
    const value = answer(key);
    keys[slot] = key;
    values[slot] = value;
    return value;
  };
}

const LISTENERS = 4096;
/** Listeners that ask for one piece after the other, among many others. */
const listeners = Array.from({ length: 1 << 17 }, (_, at) => {
  const listener = (at >>> 15) * 3000 + ((at * 40_503) % 3000);
  return `10.${listener & 255}.${listener >>> 8}.7\nPlayer/7 (X11; Linux x86_64) AppleWebKit/537.36`;
});
/** Every listener once. */
const newcomers = Array.from({ length: 1 << 17 }, (_, at) => {
  return `10.${at & 255}.${at >>> 8}.7\nPlayer/7 (X11; Linux x86_64) AppleWebKit/537.36`;
});
const listenerVariants = (keys: readonly string[]) => ({
  "lru-cache": looking(lruMemo(LISTENERS, make), keys),
  "two generations": looking(generations(LISTENERS, make), keys),
  slots: looking(slotted(LISTENERS, make), keys),
});

type Key = { listener: string; episode_id: number; window_start: number; digest: string };
const deliveries = Array.from({ length: 1 << 19 }, (_, at): Key => {
  const hex = (Math.imul(at >>> 1, 2_654_435_761) >>> 0).toString(16).padStart(8, "0");
  return { listener: hex.repeat(8), episode_id: 7, window_start: 0, digest: hex.repeat(8) };
});

function lruDeliveries() {
  const cache = new LRUCache<string, object>({ max: 2 ** 18 });
  return (key: Key) => {
    const text = `${key.listener} ${key.episode_id} ${key.window_start} ${key.digest}`;
    cache.get(text);
    cache.delete(text);
    cache.set(text, { sent: [0, 1_000_000], requests: 1, counted: true });
  };
}

function packedDeliveries() {
  const known = openKnownDeliveries();
  return (key: Key) => {
    known.take(key);
    known.put(key, { sent: [0, 1_000_000], requests: 1, counted: true });
  };
}

const delivering = (use: (key: Key) => void) => {
  let at = 0;
  return (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const key = deliveries[at++ & (deliveries.length - 1)];
      if (key !== undefined) use(key);
    }
  };
};

function peeking() {
  const names = Array.from({ length: 64 }, (_, at) => `${at}`.padStart(64, "a"));
  const map = new Map(names.map((name) => [name, { name }]));
  const lru = new LRUCache<string, object>({ max: 256 });
  const expiring = new LRUCache<string, object>({ max: 256, ttl: 3_600_000, ttlAutopurge: true });
  for (const name of names) {
    lru.set(name, { name });
    expiring.set(name, { name });
  }
  const get = (cache: { get(key: string): unknown }) => (times: number) => {
    for (let time = 0; time < times; time += 1) cache.get(names[time & 63] ?? "");
  };
  return { "lru-cache": get(lru), "lru-cache with ttl": get(expiring), Map: get(map) };
}

export const cacheComparisons = (): Comparison[] => [
  {
    name: "cache-agents",
    what: "look up one of 60,000 user agents, few of them frequent",
    variants: {
      "lru-cache": looking(lruMemo(SIZE, make), frequent),
      "Map by hand": looking(mapMemo(SIZE, make), frequent),
      "two generations": looking(generations(SIZE, make), frequent),
    },
  },
  {
    name: "cache-listeners",
    what: "look up one of 3,000 listeners who come back",
    variants: listenerVariants(listeners),
  },
  {
    name: "cache-newcomers",
    what: "look up a listener who is new",
    variants: listenerVariants(newcomers),
  },
  {
    name: "cache-deliveries",
    what: "take and put one of 262,144 deliveries",
    variants: {
      "lru-cache": delivering(lruDeliveries()),
      "typed arrays": delivering(packedDeliveries()),
    },
  },
  { name: "cache-peek", what: "look up one of 64 open files", variants: peeking() },
];
