/** Reserves the bytes of an upload on disk and in a user's quota before its body is read. */
import type { Disk, Reservation, ReserveOptions } from "./disk.ts";
import { quotaExceeded } from "./full.ts";

/** A user's storage: used and granted. */
export type Quota = Readonly<{
  /** Bytes of all files of the user's records. */
  used: number;
  /** Bytes of files that no record refers to any more and that have not been swept yet. */
  unswept: number;
  /** Bytes that the user's plan grants; null: no limit. */
  limit: number | null;
}>;

export type Room = Readonly<{
  disk: Disk;
  /**
   * Reserves `bytes` for files that count against the quota of `user_id`; null if they are already counted. Throws
   * `quota-exceeded` (403) or `storage-full` (507).
   */
  reserve(user_id: number | null, bytes: number, options?: ReserveOptions): Promise<Reservation>;
}>;

export type RoomOptions = Readonly<{
  disk: Disk;
  findQuota(user_id: number): Promise<Quota>;
  /** Bytes that unfinished uploads have announced and not sent yet. */
  sumPromised(): Promise<number>;
}>;

/**
 * Reservations of this process only. Those of other processes with the same database are unknown: the database checks
 * the quota again when the files are stored.
 */
export function openRoom({ disk, findQuota, sumPromised }: RoomOptions): Room {
  const arriving = new Map<number, number>();
  const add = (user_id: number, bytes: number) => {
    const sum = (arriving.get(user_id) ?? 0) + bytes;
    if (sum > 0) arriving.set(user_id, sum);
    else arriving.delete(user_id);
  };
  const claim = async (user_id: number, bytes: number): Promise<void> => {
    const quota = await findQuota(user_id);
    // There is no await between checking and reserving.
    if (quota.limit !== null && !fits(quota, quota.limit, (arriving.get(user_id) ?? 0) + bytes))
      throw quotaExceeded(quota.limit);
    add(user_id, bytes);
  };
  return {
    disk,
    async reserve(user_id, bytes, options = {}) {
      let claimed = 0;
      const claimMore = async (more: number) => {
        if (user_id === null) return;
        await claim(user_id, more);
        claimed += more;
      };
      const giveBack = () => {
        if (user_id !== null) add(user_id, -claimed);
        claimed = 0;
      };
      try {
        await claimMore(bytes);
        const promised = (options.promised ?? 0) + (await sumPromised());
        const onDisk = await disk.reserve(bytes, { ...options, promised });
        return {
          async grow(more) {
            await claimMore(more);
            await onDisk.grow(more);
          },
          release() {
            giveBack();
            onDisk.release();
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

/**
 * Whether `bytes` more fit. Deleted files that were not swept yet may take up the limit once more, so that everything
 * can be replaced within a day, but nobody can fill the disk by deleting and uploading.
 */
const fits = ({ used, unswept }: Quota, limit: number, bytes: number): boolean =>
  used + bytes <= limit && used + unswept + bytes <= 2 * limit;
