/** SQL of the site's identity: one row at most. */
import type { Insertable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { SiteIdentity } from "../../../platform/db/rows.ts";

/** The operator's choices without the picture; undefined if there are none yet. */
export const findIdentity = (db: Executor) =>
  db
    .selectFrom("site_identity")
    .select(["name", "tagline", "accent", "about", "imprint", "privacy", "contact"])
    .select((build) => build.fn<Buffer | null>("sha256", ["logo"]).as("logo_digest"))
    .executeTakeFirst();

/** The logo as PNG, or undefined. */
export async function findLogo(db: Executor): Promise<Buffer | undefined> {
  const row = await db.selectFrom("site_identity").select("logo").executeTakeFirst();
  return row?.logo ?? undefined;
}

/** Changes the columns in `changes` only. */
export async function upsertIdentity(
  db: Executor,
  changes: Insertable<SiteIdentity>,
): Promise<void> {
  await db
    .insertInto("site_identity")
    .values({ only_one: true, ...changes })
    .onConflict((conflict) =>
      conflict.column("only_one").doUpdateSet({ only_one: true, ...changes }),
    )
    .execute();
}
