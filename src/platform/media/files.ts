/** Opens each stored file once and shares it between all responses that read it. */
import { type FileHandle, open } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { cacheCounts } from "../metrics/caches.ts";
import { createMeasures } from "../metrics/measures.ts";
import { createBlocks, dropBlocks, MOST_BLOCKS } from "./blocks.ts";
import { createBuffers } from "./buffers.ts";
import type { MediaKey } from "./key.ts";
import { type DiskFile, diskFile, type Memory, type Piece } from "./reading.ts";
import type { MediaStore, StoredFile } from "./store.ts";
import {
  type Pace,
  piecesNow,
  streamBody,
  streamFile,
  type TakePieces,
  unknownPace,
} from "./streaming.ts";
import { nothingThere } from "./tmp.ts";

type MediaFile = StoredFile &
  Readonly<{
    /**
     * Passes `bytes` bytes from `start` on to `take`, piece by piece. Returns whether all were wanted. Throws
     * `MissingFile` or `ShortFile` if they do not exist. `pace`: that of the parts before, of the same response.
     */
    pour(start: number, bytes: number, take: TakePieces, pace?: Pace): Promise<boolean>;
    /** The bytes immediately, if they are in memory or were read a moment ago; otherwise null. */
    now(start: number, bytes: number): readonly Piece[] | null;
    /** Must be called exactly once, when the file is not needed any more. */
    release(): void;
  }>;

export type Files = Readonly<{
  /** The file under `key`, for a while even after it was removed; null if there is none. */
  open(key: MediaKey): Promise<MediaFile | null>;
  /** The same without waiting: null also if it is not open now. */
  peek(key: MediaKey): MediaFile | null;
}>;

/** Time after which a file is looked up again: a removed file is served no longer than this. */
const REMEMBERED_MS = 30_000;
/** Maximum number of open files besides those in use. */
const MAX_REMEMBERED = 256;

/** `disk` is null in a store that streams. */
type Entry = {
  found: StoredFile;
  disk: (DiskFile & { handle: FileHandle }) | null;
  users: number;
  forgotten: boolean;
};

type Slot = { opening: Promise<Entry | null>; entry: Entry | null };

/** Keeps the files of `media` open. Opening costs three trips to the thread pool, reading one. */
export function openFiles(
  media: MediaStore,
  { rememberedMs = REMEMBERED_MS, mostBlocks = MOST_BLOCKS, measures = createMeasures() } = {},
): Files {
  const memory: Memory = {
    buffers: createBuffers(),
    blocks: createBlocks(mostBlocks),
    counts: cacheCounts(measures, "audio-blocks"),
  };
  const counts = cacheCounts(measures, "open-files");
  const slots = new LRUCache<MediaKey, Slot>({
    max: MAX_REMEMBERED,
    ttl: rememberedMs,
    ttlAutopurge: true,
    dispose: ({ opening }) => void opening.then(retire, () => {}),
  });
  const slotOf = (key: MediaKey): Slot => {
    const known = slots.get(key);
    (known === undefined ? counts.misses : counts.hits).value += 1;
    return known ?? remember(slots, key, openEntry(media, key));
  };
  return {
    async open(key) {
      for (;;) {
        const entry = await slotOf(key).opening;
        if (entry === null) return null;
        // It may have been closed between being found and being used.
        if (!entry.forgotten) return use(media, key, entry, memory);
      }
    },
    peek(key) {
      const entry = slots.get(key)?.entry;
      if (!entry || entry.forgotten) return null;
      counts.hits.value += 1;
      return use(media, key, entry, memory);
    },
  };
}

/** Keeps a file that is being opened; missing files are not cached. */
function remember(slots: LRUCache<MediaKey, Slot>, key: MediaKey, opening: Slot["opening"]): Slot {
  const slot: Slot = { opening, entry: null };
  const forget = () => {
    if (slots.peek(key) === slot) slots.delete(key);
  };
  slots.set(key, slot);
  opening.then((entry) => {
    slot.entry = entry;
    if (entry === null) forget();
  }, forget);
  return slot;
}

async function openEntry(media: MediaStore, key: MediaKey): Promise<Entry | null> {
  const place = media.localPath(key);
  if (place === null) {
    const found = await media.find(key);
    return found && { found, disk: null, users: 0, forgotten: false };
  }
  const handle = await open(place, "r").catch(nothingThere);
  if (handle === null) return null;
  const { size, mtime } = await handle.stat();
  const disk = { ...diskFile(handle.fd, size), handle };
  return { found: { bytes: size, modifiedAt: mtime }, disk, users: 0, forgotten: false };
}

function use(media: MediaStore, key: MediaKey, entry: Entry, memory: Memory): MediaFile {
  const { found, disk } = entry;
  entry.users += 1;
  return {
    bytes: found.bytes,
    modifiedAt: found.modifiedAt,
    pour(start, bytes, take, pace = unknownPace()) {
      const part = { key, start, bytes };
      if (disk === null) return streamBody(media, part, take);
      return streamFile(disk, memory, part, take, pace);
    },
    now: (start, bytes) => (disk === null ? null : piecesNow(disk, memory, { key, start, bytes })),
    release() {
      entry.users -= 1;
      if (entry.forgotten) closeUnused(entry);
    },
  };
}

function retire(entry: Entry | null): void {
  if (entry === null || entry.forgotten) return;
  entry.forgotten = true;
  closeUnused(entry);
}

function closeUnused({ users, disk }: Entry): void {
  if (users > 0 || disk === null) return;
  dropBlocks(disk.shelf);
  // Read-only: a failed close loses nothing.
  disk.handle.close().catch(() => {});
}
