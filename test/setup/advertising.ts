/** A team for tests, with members of every role and shortcuts for booking. */
import { expect } from "vitest";
import { insertCreative } from "../../src/features/advertising/lineitems/creatives/store.ts";
import { createOrganization, setMember } from "../../src/features/people/organizations/actions.ts";
import type { Role } from "../../src/features/people/organizations/rules.ts";
import type { Person, World } from "./world.ts";

export type Team = Awaited<ReturnType<typeof makeTeam>>;

/** All required fields of a line item except its campaign. */
export const LINEITEM = {
  name: "Night trains",
  priority_id: 30,
  start_date: "2026-01-10",
  end_date: "2026-01-20",
  goal_pacing: "PACED",
  price_type: "CPM",
  price_amount: "12.345",
};

/** A new organization with its team. `boss` is its admin. */
export async function makeTeam(world: World) {
  const boss = await world.person();
  const named = { name: "Rail Media" };
  const { organization_id, team_id } = await createOrganization(
    world.deps,
    named,
    boss.user_id,
    true,
  );
  const made = async (path: string, noun: string, fields: object, who: Person = boss) => {
    const { status, response, text } = await who.api.post(path, { ...fields });
    expect(status, text).toBe(200);
    return response[noun];
  };
  const advertiser = (fields: object = {}) =>
    made("/v2/advertisers", "advertiser", {
      name: "Acme",
      iab_categories: "IAB22-11",
      team_id,
      ...fields,
    });
  const campaign = async (fields: { advertiser_id?: number; [field: string]: unknown } = {}) => {
    const advertiser_id = fields.advertiser_id ?? (await advertiser()).advertiser_id;
    return made("/v2/campaigns", "campaign", { name: "Winter", ...fields, advertiser_id });
  };
  /** In a new campaign by default. */
  const lineitem = async (fields: { campaign_id?: number; [field: string]: unknown } = {}) => {
    const campaign_id = fields.campaign_id ?? (await campaign()).campaign_id;
    return made("/v2/lineitems", "lineitem", { ...LINEITEM, ...fields, campaign_id });
  };
  return {
    boss,
    organization_id,
    team_id: team_id ?? 0,
    advertiser,
    /** For a new advertiser by default. */
    campaign,
    lineitem,
    /** A new person with this role. */
    async member(role: Role): Promise<Person> {
      const person = await world.person();
      await setMember(world.deps, { organization_id, user_id: person.user_id, role });
      return person;
    },
  };
}

type Item = Readonly<{ lineitem_id: number }>;

/** Adds delivered ads to the counts, like the ledger; `revenue` in 10⁻⁸. */
export async function deliverAds(
  { deps }: World,
  { lineitem_id }: Item,
  impressions: number,
  revenue = 0,
): Promise<void> {
  const counts = { impressions_tracked: impressions, revenue };
  await deps.db
    .insertInto("lineitem_counts")
    .values({ lineitem_id, ...counts })
    .onConflict((conflict) => conflict.column("lineitem_id").doUpdateSet(counts))
    .execute();
}

/** A creative without files, in any state. */
export const giveAudio = (
  { deps }: World,
  { lineitem_id }: Item,
  status: "PENDING" | "READY" | "ERROR" = "READY",
) => insertCreative(deps.db, { lineitem_id, filename: "ad.mp3", status });
