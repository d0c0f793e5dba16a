/** Writes annotations: checks rights, then runs one transaction. */
import type { Deps } from "../../../deps.ts";
import { notFound, overLimit } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { missing, requireFound, requireRight } from "../../../platform/rights.ts";
import { editorRole, requireEditableShow } from "../../publishing/shows/rights.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { ANNOTATIONS_A_SHOW } from "./rules.ts";
import {
  type AnnotationRow,
  countAndLock,
  findAnnotation,
  insertAnnotation,
  lockAnnotation,
  removeAnnotation,
  updateAnnotation,
} from "./store.ts";

type Needs = Pick<Deps, "db">;

/** The annotation, if the caller may edit its show; for all others there is none. */
export async function readAnnotation(
  { db }: Needs,
  caller: Caller,
  annotation_id: number,
): Promise<AnnotationRow> {
  const denied = missing("annotation");
  const row = requireFound(await findAnnotation(db, annotation_id), denied);
  const show = requireFound(await findShow(db, row.show_id), denied);
  requireRight((await editorRole(db, caller, show)) !== null, denied);
  return row;
}

export async function createAnnotation(
  { db }: Needs,
  caller: Caller,
  values: Readonly<{ show_id: number; at: Date; text: string }>,
): Promise<AnnotationRow> {
  await requireEditableShow(db, caller, values.show_id);
  return db.transaction().execute(async (tx) => {
    if ((await countAndLock(tx, values.show_id)) >= ANNOTATIONS_A_SHOW.value)
      throw overLimit(
        ANNOTATIONS_A_SHOW,
        "conflict",
        "too-many-annotations",
        `The show has ${ANNOTATIONS_A_SHOW.value} annotations, which is the most. Delete one first.`,
      );
    return insertAnnotation(tx, { ...values, user_id: caller.user_id });
  });
}

/** Runs `write` on the locked annotation, if it is still at the revision that the caller has read. */
async function atKnownRevision<T>(
  deps: Needs,
  caller: Caller,
  annotation_id: number,
  ifMatch: IfMatch,
  write: (db: Needs["db"]) => Promise<T>,
): Promise<T> {
  await readAnnotation(deps, caller, annotation_id);
  return deps.db.transaction().execute(async (tx) => {
    const present = await lockAnnotation(tx, annotation_id);
    if (present === undefined) throw notFound("annotation");
    requireRevision(ifMatch, present.revision);
    return write(tx);
  });
}

export const changeAnnotation = (
  deps: Needs,
  caller: Caller,
  annotation_id: number,
  changes: Readonly<{ at?: Date | undefined; text?: string | undefined }>,
  ifMatch: IfMatch,
): Promise<AnnotationRow> =>
  atKnownRevision(deps, caller, annotation_id, ifMatch, (tx) =>
    updateAnnotation(tx, annotation_id, changes),
  );

export const deleteAnnotation = (
  deps: Needs,
  caller: Caller,
  annotation_id: number,
  ifMatch: IfMatch,
): Promise<void> =>
  atKnownRevision(deps, caller, annotation_id, ifMatch, (tx) =>
    removeAnnotation(tx, annotation_id),
  );
