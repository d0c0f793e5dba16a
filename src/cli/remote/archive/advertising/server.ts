/** Reads the advertising of a team from a server, oldest first. */

import type { Longwave } from "../../../../../clients/typescript/src/client.ts";
import { each, type ItemOf } from "../../../../../clients/typescript/src/pages.ts";
import { readUntil } from "../../waiting.ts";
import { imageAt, type Paths } from "../server.ts";
import type { CreativeRecord } from "./format.ts";

type StoredAdvertiser = ItemOf<"listAdvertisers">;
type StoredCampaign = ItemOf<"listCampaigns">;
export type StoredLineitem = ItemOf<"listLineItems">;

export type StoredAdvertising = Readonly<{
  advertisers: readonly StoredAdvertiser[];
  campaigns: readonly StoredCampaign[];
  lineitems: readonly StoredLineitem[];
}>;

const NONE: StoredAdvertising = { advertisers: [], campaigns: [], lineitems: [] };

/** What is not deleted. An organization without a team has no advertising. */
export async function listAdvertising(
  longwave: Longwave,
  team_id: number | null,
): Promise<StoredAdvertising> {
  if (team_id === null) return NONE;
  const query = { team_id, limit: 100 };
  const advertisers = await allOf(each(longwave, "listAdvertisers", query));
  const campaigns = await allOf(each(longwave, "listCampaigns", query));
  const lineitems = await allOf(each(longwave, "listLineItems", query));
  return {
    advertisers: advertisers.sort((a, b) => a.advertiser_id - b.advertiser_id),
    campaigns: campaigns.sort((a, b) => a.campaign_id - b.campaign_id),
    lineitems: lineitems.sort((a, b) => a.lineitem_id - b.lineitem_id),
  };
}

async function allOf<T extends object>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) if (!("deleted_at" in item) || !item.deleted_at) found.push(item);
  return found;
}

/** A creative of a server, with the audio that was uploaded. */
type StoredCreative = Readonly<{ creative_id: number; record: CreativeRecord }>;

export type Rotation = Readonly<{
  creatives: readonly StoredCreative[];
  /** Those that could not be encoded, which nobody hears. */
  failed: readonly Readonly<{ creative_id: number; error: string }>[];
}>;

/** The creatives of a line item, oldest first. Of one whose upload is gone, the audio is what listeners hear. */
export async function rotationOf(
  longwave: Longwave,
  { lineitem_id, creatives }: StoredLineitem,
  paths: Paths,
): Promise<Rotation> {
  const found: StoredCreative[] = [];
  for (const { creative_id, status, filename, weight, audio_url } of creatives) {
    if (status === "ERROR") continue;
    const path = `/v2/lineitems/${lineitem_id}/creatives/${creative_id}/original-audio`;
    const heard = audio_url === null ? null : new URL(audio_url).pathname;
    const audio =
      (await imageAt(longwave, path, paths)) ??
      (heard === null ? null : await imageAt(longwave, heard, paths));
    if (audio === null)
      throw new Error(`The audio of creative ${creative_id} of line item ${lineitem_id} is gone.`);
    const { sha256, bytes } = audio;
    found.push({ creative_id, record: { audio: { sha256, bytes }, filename, weight } });
  }
  const failed = creatives.flatMap(({ creative_id, status, error }) =>
    status === "ERROR" ? [{ creative_id, error: error ?? "failed" }] : [],
  );
  return { creatives: found, failed };
}

export const isEncoding = ({ creatives }: StoredLineitem): boolean =>
  creatives.some(({ status }) => status === "PENDING" || status === "PROCESSING");

/** The line item, when none of its creatives is being encoded any more. */
export const settled = (longwave: Longwave, lineitem_id: number): Promise<StoredLineitem> =>
  readUntil(
    async () => (await longwave.getLineItem({ lineitem_id })).lineitem,
    (lineitem) => !isEncoding(lineitem),
  );
