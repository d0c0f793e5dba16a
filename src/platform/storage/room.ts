/** Where the bytes of an upload are reserved before its body is read: on disk, and in a user's quota. */
import type { Disk, Reservation, ReserveOptions } from "./disk.ts";
import { quotaExceeded } from "./full.ts";

/** What a user has stored, and may store. */
export type Quota = Readonly<{
  /** Bytes of all files of the user's records. */
  used: number;
  /** Bytes of files that no record refers to any more, and that no sweep has taken yet. */
  unswept: number;
  /** Bytes that the user's plan grants; null: no limit. */
  limit: number | null;
}>;

export type Room = Readonly<{
  disk: Disk;
  /**
   * Sets `bytes` aside for files that `user_id` will pay for; null where they are paid for already.
   * Throws `quota-exceeded` (403) or `storage-full` (507).
   */
  reserve(user_id: number | null, bytes: number, options?: ReserveOptions): Promise<Reservation>;
}>;

export type RoomOptions = Readonly<{
  disk: Disk;
  findQuota(user_id: number): Promise<Quota>;
  /** Bytes that unfinished uploads were promised and have not sent yet. */
  sumPromised(): Promise<number>;
}>;

/**
 * Reservations of this process. Those of other processes on the same database are not seen: what is
 * kept in the end is checked again by the database, which has the last word.
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
    // Nothing is awaited between looking and taking.
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
 * Whether `bytes` more fit. What was deleted and not swept yet may be as much again as the limit, so
 * that everything can be replaced in a day, but nobody fills the disk by deleting and uploading.
 */
const fits = ({ used, unswept }: Quota, limit: number, bytes: number): boolean =>
  used + bytes <= limit && used + unswept + bytes <= 2 * limit;
