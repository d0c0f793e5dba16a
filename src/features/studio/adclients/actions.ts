/** Finds advertisers and campaigns for lists and forms. */
import type { Deps } from "../../../deps.ts";
import { listAdvertisersPage } from "../../advertising/advertisers/store.ts";
import type { PublicStatus } from "../../advertising/campaigns/schema.ts";
import { listCampaignNames, listCampaignsPage } from "../../advertising/campaigns/store.ts";
import type { TableQuery } from "../tables/query.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Rows in a CSV. */
const MOST_ROWS = 100_000;
/** Advertisers to choose from in a form. */
const MOST_CHOICES = 1000;

const partOf = ({ isCsv, page, size }: TableQuery) => ({
  limit: isCsv ? MOST_ROWS : size,
  offset: isCsv ? 0 : (page - 1) * size,
});

export const findAdvertisers = ({ db }: Needs, team_ids: readonly number[], table: TableQuery) =>
  listAdvertisersPage(db, {
    team_ids,
    q: table.q,
    sort: table.sort as "name",
    descending: table.descending,
    ...partOf(table),
  });

export type AdvertiserListRow = Awaited<ReturnType<typeof findAdvertisers>>[number];

export const findCampaigns = (
  { db, clock }: Needs,
  team_ids: readonly number[],
  table: TableQuery,
) => {
  const { advertiser, status } = table.filters;
  return listCampaignsPage(
    db,
    {
      team_ids,
      advertiser_id: advertiser === undefined ? undefined : Number(advertiser),
      status: status as PublicStatus | undefined,
      q: table.q,
      sort: table.sort as "name",
      descending: table.descending,
      ...partOf(table),
    },
    clock(),
  );
};

export type CampaignListRow = Awaited<ReturnType<typeof findCampaigns>>[number];

/** Ids and names of advertisers to choose from, by name. */
export async function advertiserChoices(
  { db }: Pick<Deps, "db">,
  team_ids: readonly number[],
): Promise<[string, string][]> {
  const rows = await listAdvertisersPage(db, {
    team_ids,
    sort: "name",
    descending: false,
    limit: MOST_CHOICES,
    offset: 0,
  });
  return rows.map(({ advertiser_id, name }) => [String(advertiser_id), name]);
}

/** Ids and names of campaigns to choose from, the newest first. */
export async function campaignChoices(
  { db }: Pick<Deps, "db">,
  team_ids: readonly number[],
): Promise<[string, string][]> {
  const rows = await listCampaignNames(db, team_ids, MOST_CHOICES);
  return rows.map(({ campaign_id, name, advertiser_name }) => [
    String(campaign_id),
    `${name} · ${advertiser_name}`,
  ]);
}
