/** Refusals for lack of storage: of a user (403) and of this server (507), wherever they are detected. */
import { Failure, overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";

/** Storage quota of one user. `bytes`: the quota of the user's plan. */
export const storageLimit = (bytes: number): Limit => ({
  name: "storage-per-user",
  value: bytes,
  unit: "bytes",
  bounds:
    "Files of one user with the plan `basic`: originals, encoded audio, images, creatives, transcripts and unfinished uploads. Admins are unlimited.",
  beyond: "403 `quota-exceeded`; an encoding that does not fit ends in `ERROR`",
  setting: "PLANS",
});

/** Disk space that stays free for the database. */
export const diskLimit = (bytes: number): Limit => ({
  name: "disk-reserve",
  value: bytes,
  unit: "bytes",
  bounds:
    "Disk space that uploads leave free for the database and for counting; a fifth of the file system if that is less.",
  beyond:
    "507 `storage-full` to uploads, and to all writes but DELETE once less is free; jobs that write files wait",
  setting: "DISK_RESERVE_BYTES",
});

/** The SQLSTATE that the trigger function `add_to_storage` raises; its detail is the limit in bytes. */
const OVER_QUOTA = "LWQ01";

/** The user's plan grants `bytes`, which this would exceed. */
export const quotaExceeded = (bytes: number): Failure =>
  overLimit(
    storageLimit(bytes),
    "forbidden",
    "quota-exceeded",
    `This exceeds the storage quota of its owner's plan (${bytes.toLocaleString("en")} bytes). Delete something first, or ask the operator for another plan.`,
  );

const FULL =
  "The server has no storage left for this. Reading and listening still work. Try again later.";

/** The disk of this server has no space for it. `reserve`: bytes that must stay free, if that is the reason. */
export const storageFull = (reserve: number | null = null): Failure =>
  reserve === null
    ? new Failure("full", "storage-full", FULL)
    : overLimit(diskLimit(reserve), "full", "storage-full", FULL);

type Caused = { code?: unknown; cause?: unknown; detail?: unknown };

/** The first of `error` and its causes for which `test` is true. */
function findCause(error: unknown, test: (one: Caused) => boolean): Caused | null {
  for (let one = error; one instanceof Error; one = one.cause) if (test(one)) return one;
  return null;
}

/** Whether an operation failed because a disk is full: this machine's, or that of PostgreSQL (53100). */
export const isDiskFull = (error: unknown): boolean =>
  findCause(error, (one) => one instanceof Failure && one.kind === "full") !== null ||
  findCause(error, ({ code }) => ["ENOSPC", "EDQUOT", "53100"].includes(String(code))) !== null;

/**
 * The failure to respond with if `error` is an exceeded quota, including one that the database reported; otherwise
 * null.
 */
export function quotaFailureOf(error: unknown): Failure | null {
  if (error instanceof Failure && error.type === "quota-exceeded") return error;
  const found = findCause(error, ({ code }) => code === OVER_QUOTA);
  return found && quotaExceeded(Number(found.detail));
}
