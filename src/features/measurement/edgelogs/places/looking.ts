/** Counts what is new at a place to which edges write logs: each version of each object once, whatever is wrong with others. */

import type { Database } from "../../../../platform/db/database.ts";
import { isDatabaseAway } from "../../../../platform/db/database.ts";
import { explain } from "../../../../platform/explain.ts";
import { MediaAway } from "../../../../platform/media/store.ts";
import type { LogImporter } from "../actions.ts";
import type { Tally } from "../batches.ts";
import { DamagedLog } from "../bytes.ts";
import { LATEST_DAYS } from "../rules.ts";
import type { LineReader } from "../schema.ts";
import { emptyObject, findSource, findVersion } from "../sources.ts";
import type { Listing } from "./rounds.ts";
import type { LogObject, LogPlace, Look, Trouble } from "./schema.ts";
import { findUnfinished, finishObject } from "./store.ts";

const DAY_MS = 86_400_000;
/** Objects that are looked up together. */
const PAGE = 500;
/** After so many objects that cannot be read, the place itself is at fault. */
const MOST_WAITING = 20;

export type Looking = Readonly<{
  db: Database;
  place: LogPlace;
  now: Date;
  /** Opened when the first object is to be counted. */
  importer: () => Promise<LogImporter>;
  openReader(): LineReader;
  listing: Listing;
  signal: AbortSignal;
  onTrouble(trouble: Trouble): void;
}>;

/** Adds lines to `tally`. Throws if the place, the store or the database does not respond. */
export async function lookAt(looking: Looking, tally: Tally): Promise<Look> {
  const { db, place, listing, signal } = looking;
  const look: Look = { counted: 0, damaged: 0, waiting: 0, old: 0, newest: null };
  const countPage = async (page: readonly LogObject[]) => {
    for (const object of await findUnfinished(db, place.label, page)) {
      signal.throwIfAborted();
      await countObject(looking, object, look, tally);
      if (look.waiting >= MOST_WAITING)
        throw new Error(`${look.waiting} logs in ${place.label} cannot be read now.`);
    }
  };
  let page: LogObject[] = [];
  for await (const object of place.list(listing.after)) {
    listing.pass(object);
    if (look.newest === null || object.modifiedAt > look.newest) look.newest = object.modifiedAt;
    if (object.modifiedAt.getTime() < looking.now.getTime() - LATEST_DAYS * DAY_MS) look.old += 1;
    else if (object.bytes > 0) page.push(object);
    if (page.length < PAGE) continue;
    await countPage(page);
    page = [];
    signal.throwIfAborted();
  }
  await countPage(page);
  if (look.waiting === 0) listing.end();
  return look;
}

/** Counts one version of an object, and notes that it is finished unless it may be read later. */
async function countObject(
  { db, place, importer, openReader, signal, onTrouble }: Looking,
  { name: below, version }: LogObject,
  look: Look,
  tally: Tally,
): Promise<void> {
  const name = place.label + below;
  const bytes = place.open(below);
  let object = emptyObject(name);
  try {
    const source = place.isBucket
      ? await findVersion(db, bytes, { name, version })
      : await findSource(db, bytes, name);
    if (source !== null) {
      object = source.object;
      await (await importer()).countSource(source, openReader(), tally, signal);
    }
    await finishObject(db, { object, name, version, failure: null });
    look.counted += 1;
  } catch (error) {
    if (signal.aborted || error instanceof MediaAway || isDatabaseAway(error)) throw error;
    const why = explain(error);
    onTrouble({ name, why });
    if (error instanceof DamagedLog) {
      look.damaged += 1;
      await finishObject(db, { object, name, version, failure: why });
    } else look.waiting += 1;
  }
}
