/** Files of DATA_DIR that change while a server runs: deliveries that are not counted yet, and unfinished uploads. */
import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../../config.ts";
import { nothingThere } from "../../../platform/media/tmp.ts";
import { journalFolder } from "../../measurement/counting/actions.ts";
import { OPEN, SEALED } from "../../measurement/counting/journal/writer.ts";
import { uploadsFolder } from "../../publishing/uploads/rules.ts";

type Source = Readonly<{ name: string; folder: string; rename(name: string): string }>;

/** After a restore nobody writes to a journal that was open, so it is sealed. */
const sourcesOf = (config: Config): readonly Source[] => [
  {
    name: "journal",
    folder: journalFolder(config),
    rename: (name) => (name.endsWith(OPEN) ? name.slice(0, -OPEN.length) + SEALED : name),
  },
  { name: "uploads", folder: uploadsFolder(config.dataDir), rename: (name) => name },
];

/**
 * Links the files into `folder`, where they stay whatever happens to them. Links made before the database is read contain
 * every delivery that it lacks: lines that are appended later appear in the link, and lines that it has are skipped
 * by `journal_marks`. Call it again afterwards for files that are new.
 */
export async function linkLocalFiles(config: Config, folder: string): Promise<void> {
  for (const { name, folder: from, rename } of sourcesOf(config)) {
    const into = path.join(folder, name);
    await mkdir(into, { recursive: true });
    const entries = (await readdir(from, { withFileTypes: true }).catch(nothingThere)) ?? [];
    for (const entry of entries)
      if (entry.isFile())
        await linkFile(path.join(from, entry.name), path.join(into, rename(entry.name)));
  }
}

/** Paths of the linked files relative to `folder`, with slashes. */
export async function listLinked(config: Config, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const { name } of sourcesOf(config))
    for (const file of await readdir(path.join(folder, name))) paths.push(`${name}/${file}`);
  return paths;
}

/** A file that is gone has been applied or used, which the database shows. */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST" || error.code === "ENOENT") return;
    if (!["EXDEV", "EPERM", "ENOTSUP", "EMLINK"].includes(error.code ?? "")) throw error;
    await copyFile(from, to).catch(nothingThere);
  });
}
