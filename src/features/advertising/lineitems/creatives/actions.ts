/** Adds, changes and removes creatives beyond the first, which is created with its line item. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { conflict, invalid, notFound } from "../../../../platform/failure.ts";
import { requireRevision } from "../../../../platform/http/caching.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../../platform/http/route.ts";
import { writeWithUpload } from "../../../publishing/ingest/actions.ts";
import { readLineitem } from "../actions.ts";
import { findLineitem, type LineitemRow, lockLineitem, updateLineitem } from "../store.ts";
import { addCreative, type StagedCreative, stageCreative } from "./adding.ts";
import type { CreativeParams } from "./schema.ts";
import {
  type CreativeRow,
  deleteCreatives,
  findCreative,
  findCreatives,
  setWeight,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "gates" | "clock">;

/** The most creatives that a line item may have. */
const MOST = 20;

/** A creative after a write, and the line item's new revision. */
export type Written = Readonly<{ creative: CreativeRow; revision: number }>;

type Where = { lineitem_id: number; ifMatch: IfMatch };

/** Adds a creative to the line item's rotation. */
export async function createCreative(
  deps: Needs,
  caller: Caller,
  { weight = 100 }: CreativeParams,
  file: UploadedFile | undefined,
  { lineitem_id, ifMatch }: Where,
): Promise<Written> {
  await readLineitem(deps, caller, lineitem_id, "write");
  if (file === undefined) throw invalid({ audio_ad_file: "is required" });
  const staged = await stageCreative(deps, file);
  return writing(deps, caller, { lineitem_id, ifMatch }, staged, async (db) => {
    const present = (await findCreatives(db, [lineitem_id])).get(lineitem_id) ?? [];
    if (present.length >= MOST)
      throw conflict(
        "too-many-creatives",
        `A line item has at most ${MOST} creatives. Delete one first.`,
      );
    const { user_id } = caller;
    return addCreative(db, deps.media, staged, { lineitem_id, user_id, version: 1, weight });
  });
}

/** Changes a creative's weight. A new file becomes a new version, which replaces the creative once READY. */
export async function changeCreative(
  deps: Needs,
  caller: Caller,
  creative_id: number,
  { weight }: CreativeParams,
  file: UploadedFile | undefined,
  { lineitem_id, ifMatch }: Where,
): Promise<Written> {
  await readLineitem(deps, caller, lineitem_id, "write");
  await requireCreative(deps.db, lineitem_id, creative_id);
  const staged = file && (await stageCreative(deps, file));
  return writing(deps, caller, { lineitem_id, ifMatch }, staged, async (db) => {
    const present = await requireCreative(db, lineitem_id, creative_id);
    if (weight !== undefined) await setWeight(db, creative_id, weight);
    if (staged === undefined) return creative_id;
    const version = present.version + 1;
    const { user_id } = caller;
    const place = { lineitem_id, user_id, version, weight: weight ?? present.weight };
    return addCreative(db, deps.media, staged, { ...place, replaces: [creative_id] });
  });
}

/** The media key of a creative's upload. Fails with 404 if there is none. */
export async function findOriginal(
  deps: Needs,
  caller: Caller,
  { lineitem_id, creative_id }: Readonly<{ lineitem_id: number; creative_id: number }>,
): Promise<string> {
  await readLineitem(deps, caller, lineitem_id, "write");
  const { upload_key } = await requireCreative(deps.db, lineitem_id, creative_id);
  if (upload_key === null) throw notFound("audio");
  return upload_key;
}

/** Removes a creative from the rotation. Without creatives the line item is INCOMPLETE. */
export async function removeCreative(
  deps: Needs,
  caller: Caller,
  creative_id: number,
  { lineitem_id, ifMatch }: Where,
): Promise<void> {
  await readLineitem(deps, caller, lineitem_id, "write");
  await deps.db.transaction().execute(async (db) => {
    await lock(db, lineitem_id, ifMatch);
    await requireCreative(db, lineitem_id, creative_id);
    await deleteCreatives(db, [creative_id], deps.clock());
    await updateLineitem(db, lineitem_id, {});
  });
}

/**
 * Runs a write under the lock of the line item and increases the line item's revision; `write` returns a creative's id.
 */
function writing(
  { db }: Needs,
  { user_id }: Caller,
  { lineitem_id, ifMatch }: Where,
  staged: StagedCreative | undefined,
  write: (db: Executor) => Promise<number>,
): Promise<Written> {
  return writeWithUpload(db, user_id, staged, async (transaction) => {
    await lock(transaction, lineitem_id, ifMatch);
    const creative_id = await write(transaction);
    await updateLineitem(transaction, lineitem_id, {});
    const { revision } = await requireLineitem(transaction, lineitem_id);
    return { creative: await requireCreative(transaction, lineitem_id, creative_id), revision };
  });
}

async function lock(db: Executor, lineitem_id: number, ifMatch: IfMatch): Promise<void> {
  if (!(await lockLineitem(db, lineitem_id))) throw notFound("lineitem");
  requireRevision(ifMatch, (await requireLineitem(db, lineitem_id)).revision);
}

async function requireLineitem(db: Executor, lineitem_id: number): Promise<LineitemRow> {
  const row = await findLineitem(db, lineitem_id);
  if (row === undefined) throw notFound("lineitem");
  return row;
}

async function requireCreative(
  db: Executor,
  lineitem_id: number,
  creative_id: number,
): Promise<CreativeRow> {
  const row = await findCreative(db, lineitem_id, creative_id);
  if (row === undefined) throw notFound("creative");
  return row;
}
