/** Books the campaigns through the API as the ad manager, with spots that the real jobs encode. */
import { setTimeout as sleep } from "node:timers/promises";
import { creativesOf } from "../../features/advertising/adserving/bookings/rules.ts";
import { listCreatives } from "../../features/advertising/adserving/bookings/store.ts";
import type { People } from "../people.ts";
import { synthesise } from "../recordings.ts";
import type { MadeShow } from "../shows.ts";
import { dayAfter, type World } from "../world.ts";
import { ADVERTISERS, type Booking, type Campaign } from "./bookings.ts";

/** A line item as listeners' renditions need it. */
export type Booked = Booking &
  Readonly<{
    lineitem_id: number;
    campaign_id: number;
    team_id: number;
    show_ids: readonly number[];
    creative: Readonly<{
      creative_id: number;
      files: Readonly<Record<string, AdFile | undefined>>;
    }> | null;
  }>;
type AdFile = Readonly<{ media_key: string; bytes: number; frames: number }>;

export type BookedCampaign = Campaign &
  Readonly<{ campaign_id: number; booked: readonly Booked[] }>;

const SPOT_SECONDS = [14, 19, 23, 17] as const;
const ENCODING_MS = 1_800_000;

/** Books everything without goals, which depend on what will have been delivered. */
export async function bookCampaigns(
  world: World,
  people: People,
  shows: readonly MadeShow[],
): Promise<BookedCampaign[]> {
  const made: BookedCampaign[] = [];
  for (const [index, advertiser] of ADVERTISERS.entries()) {
    const { campaigns, ...about } = advertiser;
    const { ad_manager } = people.byRole;
    const answer = await world.client.call(ad_manager, "POST", "advertisers", about);
    const spot = {
      bytes: synthesise(world, about.domain, about.domain, SPOT_SECONDS[index] ?? 15),
      name: `${about.domain.split(".")[0]}.wav`,
    };
    let original: number | null = null;
    for (const campaign of campaigns) {
      const { campaign_id, team_id } = await createCampaign(
        world,
        people,
        campaign,
        answer.advertiser.advertiser_id,
      );
      const booked: Booked[] = [];
      for (const item of campaign.items) {
        const show_ids = shows
          .filter(({ show }) => item.shows?.includes(show.key))
          .map((one) => one.show_id);
        const fields = fieldsOf(world, item, campaign_id, show_ids);
        const lineitem_id: number =
          original === null
            ? await createItem(world, people, fields, spot)
            : await copyItem(world, people, original, fields);
        original ??= lineitem_id;
        booked.push({
          ...item,
          lineitem_id,
          campaign_id,
          team_id,
          show_ids,
          creative: await creativeOf(world, lineitem_id),
        });
      }
      made.push({ ...campaign, campaign_id, booked });
    }
  }
  return made;
}

async function createCampaign(
  world: World,
  { byRole }: People,
  campaign: Campaign,
  advertiser_id: number,
) {
  const { name, currency, frequency_cap = [] } = campaign;
  const body = { name, currency, frequency_cap, advertiser_id };
  const { campaign: made } = await world.client.call(byRole.ad_manager, "POST", "campaigns", body);
  return made as { campaign_id: number; team_id: number };
}

const only = (values: readonly (string | number)[] | undefined) =>
  values === undefined || values.length === 0
    ? null
    : { type: "INCLUDE", matcher: "ONE_OF", values };

function fieldsOf(world: World, item: Booking, campaign_id: number, show_ids: readonly number[]) {
  const [price_type, price_amount] = item.price;
  const [from, to] = item.flight;
  return {
    name: item.name,
    campaign_id,
    priority_id: item.priority_id,
    price_type,
    price_amount,
    start_date: dayAfter(world, from),
    end_date: dayAfter(world, to),
    goal_pacing: "PACED",
    timezone: "UTC",
    max_per_download: 1,
    target_ads_type: only(item.positions),
    target_geo: only(item.countries),
    target_languages: only(item.languages),
    target_shows: only(show_ids),
    target_dayparts: item.daypart ? { type: "INCLUDE", values: [item.daypart] } : null,
    ...item.more,
  };
}

/** The first line item of an advertiser brings the spot; the others are copies of it, as people book them. */
async function createItem(
  world: World,
  { byRole }: People,
  fields: object,
  spot: { bytes: Buffer; name: string },
) {
  const { lineitem } = await world.client.call(byRole.ad_manager, "POST", "lineitems", fields, {
    audio_ad_file: spot,
  });
  const end = Date.now() + ENCODING_MS;
  while ((await creativeOf(world, lineitem.lineitem_id)) === null) {
    if (Date.now() > end) throw new Error(`the spot ${spot.name} was not encoded in time`);
    await sleep(100, undefined, { signal: world.signal });
  }
  return lineitem.lineitem_id as number;
}

async function copyItem({ client }: World, { byRole }: People, original: number, fields: object) {
  const { lineitem } = await client.call(byRole.ad_manager, "POST", `lineitems/${original}/clone`);
  await client.call(byRole.ad_manager, "POST", `lineitems/${lineitem.lineitem_id}`, {
    notes: "",
    ...fields,
  });
  return lineitem.lineitem_id as number;
}

async function creativeOf({ deps }: World, lineitem_id: number): Promise<Booked["creative"]> {
  const found = creativesOf(await listCreatives(deps.db, lineitem_id)).get(lineitem_id);
  return found?.[0] ?? null;
}
