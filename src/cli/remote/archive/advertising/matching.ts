/** Which records of a server are those of an archive, and what the archive says of each as the API has it; pure. */
import { UsageError } from "../../../errors.ts";
import type { Fields } from "../../fields.ts";
import { plain } from "../../output.ts";
import {
  type Advertising,
  type AdvertisingRecord,
  type CampaignRecord,
  entryName,
  type LineitemRecord,
  SECTIONS,
  type Section,
} from "./format.ts";
import type { Ids } from "./guids.ts";
import type { StoredAdvertising } from "./server.ts";

/** The ids of records by the names of their entries; what the server does not have is missing. */
export type Matches = Map<string, number>;

type Known = Readonly<{
  id: number;
  parent: number | null;
  name: string;
  external_id: string | null;
}>;

const knownIn = (stored: StoredAdvertising): Readonly<Record<Section, Known[]>> => ({
  advertisers: stored.advertisers.map((one) => ({ ...one, id: one.advertiser_id, parent: null })),
  campaigns: stored.campaigns.map((one) => ({
    ...one,
    id: one.campaign_id,
    parent: one.advertiser_id,
  })),
  lineitems: stored.lineitems.map((one) => ({
    ...one,
    id: one.lineitem_id,
    parent: one.campaign_id,
  })),
});

/** The entry of the record that this one belongs to; null of an advertiser. */
const parentOf = (record: AdvertisingRecord): string | null =>
  "campaign" in record ? record.campaign : "advertiser" in record ? record.advertiser : null;

/**
 * A record with an external_id is found by it. One without is found by its name among those without below the same
 * record; several of one name are paired in the order in which they were created.
 */
export function matchesOf(archive: Advertising, stored: StoredAdvertising): Matches {
  const matches: Matches = new Map();
  const known = knownIn(stored);
  for (const section of SECTIONS) {
    const groups = Map.groupBy(known[section], keyOf);
    for (const [at, record] of archive[section].entries()) {
      const { name, external_id } = record.fields;
      const entry = parentOf(record);
      const parent = entry === null ? null : (matches.get(entry) ?? null);
      if (entry !== null && parent === null && external_id === null) continue;
      const group = groups.get(keyOf({ parent, name, external_id })) ?? [];
      if (external_id !== null && group.length > 1) throw unclear(section, external_id, group);
      const found = group.shift();
      if (found !== undefined) matches.set(entryName(section, at + 1), found.id);
    }
  }
  return matches;
}

const keyOf = ({ parent, name, external_id }: Omit<Known, "id">): string =>
  JSON.stringify(external_id === null ? [parent, name] : [external_id]);

const unclear = (section: Section, external_id: string, group: readonly Known[]) =>
  new UsageError(
    plain(
      `The ${section} ${group.map(({ id }) => id).join(", ")} of the server have the same external_id ${external_id}: change it first, because an import finds them by it.`,
    ),
  );

/** A campaign as the API has it; null stands for an advertiser that is not there yet. */
export const campaignFields = (
  { advertiser, fields }: CampaignRecord,
  matches: Matches,
): Fields => ({
  ...fields,
  advertiser_id: matches.get(advertiser) ?? null,
});

/** The same of a line item, without its state and creatives. */
export const lineitemFields = (record: LineitemRecord, matches: Matches, ids: Ids): Fields => {
  const { campaign, exclusions, fields, target_episodes, target_shows } = record;
  return {
    ...fields,
    campaign_id: matches.get(campaign) ?? null,
    exclusions: exclusions && {
      ...exclusions,
      advertisers: exclusions.advertisers.map((entry) => matches.get(entry) ?? null),
    },
    target_episodes: target_episodes && {
      ...target_episodes,
      values: target_episodes.values.map((target) => ids.episode(target)),
    },
    target_shows: target_shows && {
      ...target_shows,
      values: target_shows.values.map((guid) => ids.show(guid)),
    },
  };
};
