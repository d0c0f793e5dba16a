/** Refusals for want of storage: of a user (403) and of this server (507), wherever they are noticed. */
import { Failure, overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";

/** The storage of one user. `bytes`: what the user's plan grants. */
export const storageLimit = (bytes: number): Limit => ({
  name: "storage-per-user",
  value: bytes,
  unit: "bytes",
  bounds:
    "Files that one user of the plan `basic` keeps: originals, encoded audio, pictures, creatives, transcripts and unfinished uploads. Admins are unlimited.",
  beyond: "403 `quota-exceeded`; an encoding that does not fit ends in `ERROR`",
  setting: "PLANS",
});

/** The disk space that stays free for the database. */
export const diskLimit = (bytes: number): Limit => ({
  name: "disk-reserve",
  value: bytes,
  unit: "bytes",
  bounds:
    "Disk space that uploads leave free for the database and for counting; a fifth of the file system where that is less.",
  beyond:
    "507 `storage-full` to uploads, and to all writes but DELETE once less is free; jobs that write files wait",
  setting: "DISK_RESERVE_BYTES",
});

/** The SQLSTATE that the trigger function `add_to_storage` raises; its detail is the limit in bytes. */
const OVER_QUOTA = "LWQ01";

/** The user's plan grants `bytes`, and this would be more. */
export const quotaExceeded = (bytes: number): Failure =>
  overLimit(
    storageLimit(bytes),
    "forbidden",
    "quota-exceeded",
    `This needs more storage than the plan of its owner grants (${bytes.toLocaleString("en")} bytes). Delete something first, or ask the operator for another plan.`,
  );

const FULL =
  "The server has no storage left for this. Reading and listening go on. Try again later.";

/** The disk of this server has no room for it. `reserve`: bytes that stay free, where that is why. */
export const storageFull = (reserve: number | null = null): Failure =>
  reserve === null
    ? new Failure("full", "storage-full", FULL)
    : overLimit(diskLimit(reserve), "full", "storage-full", FULL);

type Caused = { code?: unknown; cause?: unknown; detail?: unknown };

/** The first of `error` and its causes for which `test` holds. */
function findCause(error: unknown, test: (one: Caused) => boolean): Caused | null {
  for (let one = error; one instanceof Error; one = one.cause) if (test(one)) return one;
  return null;
}

/** Whether something failed because a disk is full: this machine's, or that of PostgreSQL (53100). */
export const isDiskFull = (error: unknown): boolean =>
  findCause(error, (one) => one instanceof Failure && one.kind === "full") !== null ||
  findCause(error, ({ code }) => ["ENOSPC", "EDQUOT", "53100"].includes(String(code))) !== null;

/** The failure to answer with when `error` is a refusal to go over a quota, also the database's; else null. */
export function quotaFailureOf(error: unknown): Failure | null {
  if (error instanceof Failure && error.type === "quota-exceeded") return error;
  const found = findCause(error, ({ code }) => code === OVER_QUOTA);
  return found && quotaExceeded(Number(found.detail));
}
