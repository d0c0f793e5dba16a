/** Teams, line items with READY creatives, and ad requests for tests, inserted directly into the database. */
import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { breaksOf } from "../../src/features/advertising/adserving/rules.ts";
import type { AdRequest } from "../../src/features/advertising/adserving/schema.ts";
import type { Campaigns, Lineitems } from "../../src/platform/db/rows.ts";
import type { Person, World } from "./world.ts";

const PROFILE = "mp3-128-stereo";

/** A team with one advertiser; `network`: a user on whose shows its line items run. */
export async function makeTeam({ deps }: World, admin: Person) {
  const { organization_id } = await deps.db
    .insertInto("organizations")
    .values({ name: "An organization" })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  const { team_id } = await deps.db
    .insertInto("teams")
    .values({ organization_id })
    .returning("team_id")
    .executeTakeFirstOrThrow();
  await deps.db
    .insertInto("organization_members")
    .values({ organization_id, user_id: admin.user_id, role: "admin" })
    .execute();
  const { advertiser_id } = await deps.db
    .insertInto("advertisers")
    .values({ team_id, name: "An advertiser", iab_categories: "IAB22-11" })
    .returning("advertiser_id")
    .executeTakeFirstOrThrow();
  return { organization_id, team_id, advertiser_id };
}
export type Team = Awaited<ReturnType<typeof makeTeam>>;

export async function makeCampaign(
  { deps }: World,
  { team_id, advertiser_id }: Team,
  overrides: Partial<Insertable<Campaigns>> = {},
): Promise<number> {
  const { campaign_id } = await deps.db
    .insertInto("campaigns")
    .values({ team_id, advertiser_id, name: "A campaign", ...overrides })
    .returning("campaign_id")
    .executeTakeFirstOrThrow();
  return campaign_id;
}

/** A line item that runs this week with one READY creative; returns its id. */
export async function makeLineitem(
  { deps }: World,
  team_id: number,
  campaign_id: number,
  overrides: Partial<Insertable<Lineitems>> = {},
): Promise<number> {
  const day = (days: number) =>
    new Date(deps.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { lineitem_id } = await deps.db
    .insertInto("lineitems")
    .values({
      team_id,
      campaign_id,
      name: "A line item",
      active: true,
      approved_at: deps.clock(),
      priority_id: 40,
      start_date: day(-1),
      end_date: day(6),
      goal_pacing: "ASAP",
      price_type: "CPM",
      price_amount: 1_234_567,
      ...overrides,
    })
    .returning("lineitem_id")
    .executeTakeFirstOrThrow();
  await makeCreative({ deps } as World, lineitem_id);
  return lineitem_id;
}

export async function makeCreative({ deps }: World, lineitem_id: number): Promise<number> {
  const { creative_id } = await deps.db
    .insertInto("creatives")
    .values({ lineitem_id, filename: "ad.mp3", status: "READY" })
    .returning("creative_id")
    .executeTakeFirstOrThrow();
  const media_key = `ads/${randomBytes(8).toString("hex")}`;
  await deps.db
    .insertInto("creative_files")
    .values({ creative_id, profile: PROFILE, media_key, bytes: 480_000, frames: 1149 })
    .execute();
  return creative_id;
}

/** An ad request of a new listener for an episode of the team's shows. */
export const anOpportunity = (
  { deps }: World,
  { team_id }: Pick<Team, "team_id">,
  overrides: Partial<AdRequest> = {},
): AdRequest => ({
  ...{
    at: deps.clock(),
    listener: randomBytes(16),
    origin: null,
    episode_id: 1,
    show_id: 1,
    author_id: 1,
  },
  team_ids: [team_id],
  profile: PROFILE,
  breaks: breaksOf([], null, 600_000),
  country: "IT",
  device: "Mobile",
  os: "iOS",
  app: "Overcast",
  language: "it",
  category_ids: [92],
  tags: ["music"],
  published_at: null,
  ...overrides,
});
