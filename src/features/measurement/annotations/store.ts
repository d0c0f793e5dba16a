/** All SQL of annotations. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Annotations } from "../../../platform/db/rows.ts";

type Page = Readonly<{ limit: number; offset: number }>;
/** Both days are included. */
type Days = Readonly<{ from?: string | undefined; to?: string | undefined }>;

/** The show's annotations in order of time, with one extra row to show that there are more. */
export function listAnnotations(db: Executor, show_id: number, { from, to }: Days, page: Page) {
  return db
    .selectFrom("annotations")
    .selectAll()
    .where("show_id", "=", show_id)
    .$if(from !== undefined, (query) => query.where("at", ">=", sql<Date>`${from}::timestamptz`))
    .$if(to !== undefined, (query) =>
      query.where("at", "<", sql<Date>`${to}::timestamptz + interval '1 day'`),
    )
    .orderBy("at")
    .orderBy("annotation_id")
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
}

export type AnnotationRow = Awaited<ReturnType<typeof listAnnotations>>[number];

export const findAnnotation = (db: Executor, annotation_id: number) =>
  db
    .selectFrom("annotations")
    .selectAll()
    .where("annotation_id", "=", annotation_id)
    .executeTakeFirst();

/** The annotation, locked until the transaction ends. */
export const lockAnnotation = (db: Executor, annotation_id: number) =>
  db
    .selectFrom("annotations")
    .selectAll()
    .where("annotation_id", "=", annotation_id)
    .forUpdate()
    .executeTakeFirst();

/** How many annotations the show has; others who count wait until the transaction ends. */
export async function countAndLock(db: Executor, show_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave annotations'), ${show_id % 2 ** 31}::integer)`.execute(
    db,
  );
  const { count } = await db
    .selectFrom("annotations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("show_id", "=", show_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertAnnotation = (db: Executor, values: Insertable<Annotations>) =>
  db.insertInto("annotations").values(values).returningAll().executeTakeFirstOrThrow();

export const updateAnnotation = (
  db: Executor,
  annotation_id: number,
  changes: Updateable<Annotations>,
) =>
  db
    .updateTable("annotations")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("annotation_id", "=", annotation_id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeAnnotation(db: Executor, annotation_id: number): Promise<void> {
  await db.deleteFrom("annotations").where("annotation_id", "=", annotation_id).execute();
}
