/** The manifest of a backup: written last, so that a backup is complete if it has one. */
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { type Archive, DamagedObject, textSchema } from "../../../platform/archive/archive.ts";
import { MissingObject } from "../../../platform/archive/place.ts";
import { structureSchema } from "../../../platform/db/dump/catalog.ts";

const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  /** What was acknowledged before is in the backup. */
  began_at: z.string(),
  /** The moment that the database was read as of. */
  taken_at: z.string(),
  ended_at: z.string(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  structure: structureSchema,
  /** The tables of `structure`, in the same order. */
  tables: z.array(z.object({ rows: z.number(), stored: textSchema })),
  /** The keys of all files that the database refers to, one in a line. */
  media: z.object({ keys: z.number(), stored: textSchema }),
  /** Keys that the media store did not have, or not with the content that their digests name. */
  missing: z.array(z.string()),
  /** Files of DATA_DIR. `path` has slashes and is below it. */
  files: z.array(
    z.object({ path: z.string().regex(/^(journal|uploads)\/[0-9a-z.-]+$/), stored: textSchema }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

const SETS = "sets/";
const MANIFEST = "manifest.json";
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{6}$/;

/** Prefix of the objects of one backup. */
export const prefixOf = (name: string): string => `${SETS}${name}/`;

/** A backup that was begun. Names sort by time. */
type BackupSet = Readonly<{ name: string; complete: boolean; objects: readonly string[] }>;

/** The backups in an archive, oldest first. */
export async function listSets({ place }: Archive): Promise<BackupSet[]> {
  const sets = new Map<string, string[]>();
  for await (const { name } of place.list(SETS)) {
    const [, set = ""] = name.split("/");
    if (!NAME.test(set)) continue;
    const objects = sets.get(set) ?? [];
    objects.push(name);
    sets.set(set, objects);
  }
  return [...sets]
    .map(([name, objects]) => ({ name, complete: objects.some(isManifest), objects }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isManifest = (object: string): boolean => object.includes(`/${MANIFEST}.gz`);

/** The order in which the objects of a set are removed: without its manifest it is no backup any more. */
export const manifestFirst = ({ objects }: BackupSet): string[] => [
  ...objects.filter(isManifest),
  ...objects.filter((name) => !isManifest(name)),
];

export async function writeManifest(archive: Archive, manifest: Manifest): Promise<void> {
  const text = Readable.from([Buffer.from(JSON.stringify(manifest))], { objectMode: false });
  await archive.putText(`${prefixOf(manifest.name)}${MANIFEST}`, text);
}

/** No such backup, or none that is complete. The message says what to do. */
class NoSuchBackup extends Error {
  override name = "NoSuchBackup";
}

/** The manifest of the backup `name`, or of the newest one. Throws `NoSuchBackup` and `DamagedObject`. */
export async function readManifest(archive: Archive, name: string | null): Promise<Manifest> {
  const sets = (await listSets(archive)).filter(({ complete }) => complete);
  const set = name === null ? sets.at(-1) : sets.find((one) => one.name === name);
  if (set === undefined)
    throw new NoSuchBackup(
      name === null
        ? `There is no complete backup in ${archive.place.label}.`
        : `There is no complete backup ${name} in ${archive.place.label}; longwave backup list shows them.`,
    );
  const object = set.objects.find(isManifest) ?? "";
  try {
    const parsed = manifestSchema.safeParse(await json(await archive.getText({ name: object })));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof MissingObject)) throw error;
  }
  throw new DamagedObject(`${object} in ${archive.place.label} is damaged, or of a newer version`);
}
