/** SQL of previews: the creatives heard in them. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { ChosenAd } from "../../../advertising/adserving/schema.ts";

/** A creative as it is spliced, by its id. Its price is left out, because nobody pays for a preview. */
export type PreviewCreative = Omit<ChosenAd, "break_index" | "position">;

export async function listPreviewCreatives(
  db: Executor,
  profile: string,
  creative_ids: readonly number[],
): Promise<ReadonlyMap<number, PreviewCreative>> {
  if (creative_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("creatives as c")
    .innerJoin("creative_files as f", "f.creative_id", "c.creative_id")
    .innerJoin("lineitems as l", "l.lineitem_id", "c.lineitem_id")
    .select(["l.lineitem_id", "l.campaign_id", "l.team_id", "c.creative_id"])
    .select(["f.media_key", "f.bytes", "f.frames"])
    .where("f.profile", "=", profile)
    .where("c.creative_id", "in", [...creative_ids])
    .execute();
  return new Map(rows.map((row) => [row.creative_id, { ...row, price: 0n }]));
}
