/** Has playback make the renditions that the invented listeners got, with ads chosen by the demo. */
import type { AdRequest } from "../../features/advertising/adserving/schema.ts";
import type { DeliveryPorts } from "../../features/listening/playback/schema.ts";
import { findManifest } from "../../features/listening/renditions/store.ts";
import type { MadeEpisode } from "../publishing.ts";
import type { World } from "../world.ts";
import { adsOf, type Impression } from "./adrotation.ts";

/** The bytes that a listener gets, and the ad request that they began with. */
export type DeliveredRendition = Readonly<{
  digest: string;
  bytes: number;
  request: AdRequest | null;
  /** The line items whose ads are in it. */
  lineitem_ids: ReadonlySet<number>;
}>;

/** An ad server that answers with what the demo has chosen. */
export type Script = Readonly<{
  adserver: DeliveryPorts["adserver"];
  /** The ads of the next request. */
  choose(impressions: readonly Impression[]): void;
  /** The request that was answered last. */
  last(): AdRequest | null;
}>;

export function openScript(): Script {
  let chosen: readonly Impression[] = [];
  let last: AdRequest | null = null;
  return {
    adserver: {
      async chooseAds(request) {
        last = request;
        return adsOf(chosen, request);
      },
      // Nobody previews while the demo is made.
      explainAds: async () => ({ ads: [], losers: [] }),
    },
    choose(impressions) {
      chosen = impressions;
      last = null;
    },
    last: () => last,
  };
}

const USER_AGENT = "AntennaPod/3.4.0";

/** Returns the rendition of an episode with these ads, and makes it once. */
export function openRenditions(world: World, script: Script, homes: readonly string[]) {
  const made = new Map<string, Promise<DeliveredRendition>>();
  let asked = 0;
  const make = async (
    { episode_id }: MadeEpisode,
    chosen: readonly Impression[],
    at: Date,
  ): Promise<DeliveredRendition> => {
    // Another listener each time: the same one would get the rendition that is pinned for them.
    const home = homes[asked % homes.length] ?? "";
    asked += 1;
    script.choose(chosen);
    world.setTime(at);
    const agent = `${USER_AGENT} demo/${asked}`;
    const location = await world.client.locateAudio(`/v2/episodes/${episode_id}/play`, home, agent);
    world.setTime(null);
    const [digest = ""] = /[0-9a-f]{64}/.exec(location) ?? [];
    const manifest = await findManifest(world.deps.db, digest);
    if (manifest === undefined) throw new Error(`episode ${episode_id} has no rendition`);
    const { bytes, parts } = manifest;
    const ads = parts.flatMap((part) => (part.kind === "ad" ? [part.ad.lineitem_id] : []));
    return { digest, bytes, request: script.last(), lineitem_ids: new Set(ads) };
  };
  return async (
    episode: MadeEpisode,
    chosen: readonly Impression[],
    at: Date,
  ): Promise<DeliveredRendition> => {
    const ads = chosen.map(({ item, position }) => `${position} ${item.lineitem_id}`).join();
    const key = `${episode.episode_id} ${ads}`;
    const heard = made.get(key) ?? make(episode, chosen, at);
    made.set(key, heard);
    return heard;
  };
}
