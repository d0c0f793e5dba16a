/** SQL of the shared reports of campaigns. */
import type { Executor } from "../../../../platform/db/database.ts";

type Share = Readonly<{ share_digest: Buffer; share_expires_at: Date }>;

/** Sets or, with null, ends the share of a campaign. Its revision stays, because its booking does. */
export async function setShare(db: Executor, campaign_id: number, share: Share | null) {
  await db
    .updateTable("campaigns")
    .set(share ?? { share_digest: null, share_expires_at: null })
    .where("campaign_id", "=", campaign_id)
    .execute();
}

/** The campaign that is shared at `at` by the token with this digest. */
export function findShared(db: Executor, share_digest: Buffer, at: Date) {
  return db
    .selectFrom("campaigns")
    .innerJoin("teams", "teams.team_id", "campaigns.team_id")
    .innerJoin("organizations", "organizations.organization_id", "teams.organization_id")
    .select(["campaigns.campaign_id", "campaigns.share_expires_at"])
    .where("campaigns.share_digest", "=", share_digest)
    .where("campaigns.share_expires_at", ">", at)
    .where("campaigns.deleted_at", "is", null)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
}
