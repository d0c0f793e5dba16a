/** Queues pixels: requests that report impressions to advertisers' own URLs. */
import { createHash, randomUUID } from "node:crypto";
import { parseTemplate } from "url-template";
import type { Executor } from "../../../../../platform/db/database.ts";
import { findPixelUrls, type Impression } from "../store.ts";
import { insertPixels } from "./store.ts";

/** Queues a request for each impression and URL of its line item, in the ledger's transaction. */
export async function queuePixels(
  tx: Executor,
  impressions: readonly Impression[],
  agentsOf: () => ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...new Set(impressions.map(({ ad }) => ad.lineitem_id))].sort((a, b) => a - b);
  const urlsById = new Map(
    (await findPixelUrls(tx, ids)).map((row) => [row.lineitem_id, row.urls]),
  );
  if (urlsById.size === 0) return;
  const agents = agentsOf();
  const pixels = impressions.flatMap((impression) =>
    (urlsById.get(impression.ad.lineitem_id) ?? []).map((template) => ({
      lineitem_id: impression.ad.lineitem_id,
      url: expand(template, impression, agents.get(impression.listener) ?? ""),
    })),
  );
  await insertPixels(tx, pixels);
}

/**
 * Expands an RFC 6570 template. The listener's address is not stored, so `ip` and `ipmask` are empty; `listener`
 * distinguishes people only within one campaign.
 */
function expand(template: string, impression: Impression, agent: string): string {
  const { ad, listener, at, episode_id, show_id, digest } = impression;
  return parseTemplate(template).expand({
    ad: ad.creative_id,
    agent,
    campaign: ad.campaign_id,
    creative: ad.creative_id,
    episode: episode_id,
    flight: ad.lineitem_id,
    lineitem: ad.lineitem_id,
    ip: "",
    ipmask: "",
    listener: createHash("sha256")
      .update(`${ad.campaign_id} ${listener}`)
      .digest("hex")
      .slice(0, 32),
    podcast: show_id,
    show: show_id,
    randomstr: randomUUID(),
    rendition: digest,
    timestamp: at,
  });
}
