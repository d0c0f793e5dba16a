/** Removes old backups, and the files that only they contained. */
import { type Archive, CONTENTS } from "../../../platform/archive/archive.ts";
import { digestOf } from "../../../platform/media/key.ts";
import { listSets, manifestFirst, readManifest } from "./manifest.ts";
import { readKeys } from "./reading.ts";

/**
 * Keeps the newest `keep` backups; removes all others, those that were never finished, and the files that no backup
 * needs any more. Returns the names of the removed ones that were complete. The caller makes sure that no backup is being made.
 */
export async function removeOldSets(archive: Archive, keep: number): Promise<string[]> {
  const { place } = archive;
  const sets = await listSets(archive);
  const kept = new Set(
    sets
      .filter(({ complete }) => complete)
      .slice(-keep)
      .map(({ name }) => name),
  );
  const dropped = sets.filter(({ name }) => !kept.has(name));
  for (const set of dropped) for (const object of manifestFirst(set)) await place.remove(object);
  const needed = await namesNeeded(archive, kept);
  for await (const { name } of place.list(CONTENTS))
    if (!needed.has(name)) await place.remove(name);
  await place.removeUnfinished();
  return dropped.filter(({ complete }) => complete).map(({ name }) => name);
}

/** If a list cannot be read, this fails, and nothing is removed. */
async function namesNeeded(archive: Archive, sets: ReadonlySet<string>): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const set of sets)
    for (const key of await readKeys(archive, await readManifest(archive, set)))
      needed.add(archive.nameOf(digestOf(key)));
  return needed;
}
