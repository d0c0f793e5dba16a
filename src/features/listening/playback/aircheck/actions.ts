/** Lets a line item be heard in an episode before it runs there, and explains the decision. Reserves and counts nothing. */
import type { Caller } from "../../../../platform/http/route.ts";
import {
  type Audition,
  findAudition,
  findBookingNames,
} from "../../../advertising/adserving/explaining/actions.ts";
import type { ExplainedAds } from "../../../advertising/adserving/explaining/schema.ts";
import type { AdRequest } from "../../../advertising/adserving/schema.ts";
import { storedAudio } from "../audio.ts";
import { isOurs, type Played } from "../making.ts";
import { requestOf, signClip } from "../preview/actions.ts";
import { requirePlayable } from "../rights.ts";
import type { Playback } from "../schema.ts";
import { adsAround, clipAround } from "./rules.ts";
import type { Aircheck, AircheckParams } from "./schema.ts";
import { type AircheckAudio, aircheckView, consideredView } from "./views.ts";

/**
 * What a listener in `params` would get of the line item in the episode, and the minute around the break with its ad.
 * The caller must be allowed to change the line item and to listen to the episode.
 */
export async function makeAircheck(
  playback: Playback,
  caller: Caller,
  lineitem_id: number,
  { episode_id, country = null, device = "Mobile", at }: AircheckParams,
  baseUrl: string,
): Promise<Aircheck> {
  const { db, clock, adserver } = playback;
  const item = await findAudition(db, caller, lineitem_id);
  const { episode } = await requirePlayable(db, caller, episode_id, {
    purpose: "play",
    key: undefined,
  });
  const listener = { country, device, at: at ?? clock() };
  const asked = { lineitem_id, episode_id, listener };
  if (!isOurs(episode) || storedAudio(episode) === null)
    return aircheckView({ ...asked, reason: "no-audio", heard: null, considered: [] });
  const request = await requestOf(playback, episode, listener);
  if (request === null)
    return aircheckView({ ...asked, reason: "no-break", heard: null, considered: [] });
  const found = await adserver.explainAds(request);
  const ids = [...found.ads, ...found.losers].map((one) => one.lineitem_id);
  return aircheckView({
    ...asked,
    reason: reasonOf(item, request, found),
    heard: await hear(playback, episode, item, request, found, baseUrl),
    considered: consideredView(found, await findBookingNames(db, caller, ids)),
  });
}

/** Why the listener would not get the line item; null: they would. */
function reasonOf(
  item: Audition,
  request: AdRequest,
  { ads, losers }: ExplainedAds,
): string | null {
  const isItem = ({ lineitem_id }: { lineitem_id: number }) => lineitem_id === item.lineitem_id;
  if (ads.some(isItem)) return null;
  // A catalog of a second ago may not know the line item yet.
  return (
    item.obstacle ?? item.missOf(request) ?? losers.find(isItem)?.reason ?? ("no-slot" as const)
  );
}

/** The audio with the line item's ad: in the break that it won, or in the first one that its positions allow. */
async function hear(
  playback: Playback,
  episode: Played,
  item: Audition,
  request: AdRequest,
  { ads }: ExplainedAds,
  baseUrl: string,
): Promise<AircheckAudio | null> {
  // Only ads of the network's own organization are heard in its episodes.
  if (!request.team_ids.includes(item.team_id)) return null;
  const own = ads.find(({ lineitem_id }) => lineitem_id === item.lineitem_id);
  const break_index = own?.break_index ?? item.breaksFor(request)[0] ?? 0;
  const at = request.breaks[break_index];
  const usable = item.creatives
    .filter(({ files }) => Object.hasOwn(files, request.profile))
    .toSorted((a, b) => b.weight - a.weight);
  const creative_id = own?.creative_id ?? usable[0]?.creative_id;
  if (at === undefined || creative_id === undefined) return null;
  const chosen = adsAround(ads, { break_index, creative_id, most: at.ads_max_count });
  const clip = clipAround(at.timecode, episode.duration);
  const made = await signClip(playback, episode, chosen, clip, baseUrl);
  return { ...made, creative_id, position: at.position, timecode: at.timecode };
}
