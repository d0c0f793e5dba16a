/** Where entries are in an archive, and what precedes each: the same for the same content. */
import { createTarPacker } from "modern-tar";

/** A tar consists of blocks; content is filled up to a whole one. */
const BLOCK = 512;
/** Two empty blocks end a tar. */
export const END_BYTES = 2 * BLOCK;

/** The bytes of an entry in the archive, with its header. */
export const spaceOf = (bytes: number): number => BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;

/** Where the content begins of an entry that begins at `at`. */
export const contentAt = (at: number): number => at + BLOCK;

/** What a header says: no time, no owner, readable by all. */
export const headerOf = (name: string, size: number) => ({
  name,
  size,
  type: "file" as const,
  mode: 0o644,
  mtime: new Date(0),
  uid: 0,
  gid: 0,
});

/** The bytes of a header. */
export async function headerBlock(name: string, size: number): Promise<Uint8Array> {
  const { readable, controller } = createTarPacker();
  controller.add(headerOf(name, size));
  const reader = readable.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? new Uint8Array();
}
