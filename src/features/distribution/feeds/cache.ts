/** Caches recently requested feeds with their compressed forms, up to a size limit. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Encoding } from "../../../platform/http/encoding.ts";
import type { CacheCounts } from "../../../platform/metrics/caches.ts";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Brotli's own default, 11, is for files that are compressed once and read for years. */
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  identity: async (body) => body,
  gzip: (body) => compressGzip(body, { level: 6 }),
  br: (body) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

/** A document with its version. */
type Versioned = { version: string; body: Buffer };

type Entry = {
  /** The requested version while the document is being built, then the version built. */
  version: string;
  bytes: number;
  plain: Promise<Versioned>;
  encoded: Map<Encoding, Promise<Buffer>>;
};

export type DocumentCache = Readonly<{
  /**
   * The document at `place` in this `version` or a newer one, built by `build` unless it is cached. Concurrent requests
   * share one build. Failures are not cached.
   */
  get(
    place: string,
    version: string,
    encoding: Encoding,
    build: () => Promise<Versioned>,
  ): Promise<Versioned>;
}>;

/** A cache of at most `maxBytes`; each place keeps only its latest version. */
export function openCache(maxBytes: number, counts: CacheCounts): DocumentCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // An entry without bytes yet, whose document is being built, also takes room.
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const drop = (place: string, entry: Entry) => {
    if (entries.peek(place) === entry) entries.delete(place);
  };
  const grow = (place: string, entry: Entry, bytes: number) => {
    if (entries.peek(place) !== entry) return;
    entry.bytes += bytes;
    // Only deleting makes the cache weigh the same entry anew.
    entries.delete(place);
    entries.set(place, entry);
  };
  const makeEntry = (place: string, version: string, plain: Promise<Versioned>): Entry => {
    const entry: Entry = { version, bytes: 0, plain, encoded: new Map() };
    plain.then(
      (made) => {
        entry.version = made.version;
        grow(place, entry, made.body.length);
      },
      () => drop(place, entry),
    );
    return entry;
  };
  const entryAt = (place: string, version: string, build: () => Promise<Versioned>): Entry => {
    const known = entries.get(place);
    const isKnown = known?.version === version;
    (isKnown ? counts.hits : counts.misses).value += 1;
    if (isKnown) return known;
    const entry = makeEntry(place, version, build());
    entries.set(place, entry);
    return entry;
  };
  const encode = (place: string, entry: Entry, encoding: Encoding, body: Buffer) => {
    const known = entry.encoded.get(encoding);
    if (known !== undefined) return known;
    const made = compress[encoding](body);
    entry.encoded.set(encoding, made);
    made.then(
      ({ length }) => grow(place, entry, length),
      () => drop(place, entry),
    );
    return made;
  };
  return {
    async get(place, version, encoding, build) {
      const entry = entryAt(place, version, build);
      const plain = await entry.plain;
      if (encoding === "identity") return plain;
      const body = await encode(place, entry, encoding, plain.body);
      return { version: plain.version, body };
    },
  };
}
