/** Prepares the folder and the compile cache of the journeys; each starts a PostgreSQL of its own. */
import path from "node:path";
import { useRunFolder } from "../setup/runfolder.ts";

export async function setup(): Promise<() => Promise<void>> {
  process.env.NODE_COMPILE_CACHE = path.resolve("node_modules/.cache/compiled");
  return useRunFolder();
}
