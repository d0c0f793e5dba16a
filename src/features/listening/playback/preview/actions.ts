/** Makes previews: decides what a listener would get, signs its address, and finds the audio behind an address. */
import { notFound } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { findBookingNames } from "../../../advertising/adserving/explaining/actions.ts";
import type { ExplainedAds } from "../../../advertising/adserving/explaining/schema.ts";
import type { AdRequest } from "../../../advertising/adserving/schema.ts";
import { requireEditableEpisode } from "../../../publishing/episodes/rights.ts";
import { UNKNOWN_APP } from "../../renditions/requests/rules.ts";
import type { Manifest } from "../../renditions/schema.ts";
import { ensureSecret, findSecret } from "../../renditions/secrets/store.ts";
import { storedAudio } from "../audio.ts";
import { byBreak, type Clip, isOurs, makeClip, makeManifest, type Played } from "../making.ts";
import type { Playback } from "../schema.ts";
import { findPlayable } from "../store.ts";
import { findAdSubject, findBreaks } from "../subject.ts";
import { HELD_MS, type PreviewChoice, readChoice, signChoice } from "./address.ts";
import type { Preview, PreviewParams } from "./schema.ts";
import { listPreviewCreatives } from "./store.ts";
import { previewUrl, previewView } from "./views.ts";

const NOTHING: ExplainedAds = { ads: [], losers: [] };

/**
 * What a listener in `params` would get of the episode, published or not, at an address that works for an hour. Nothing
 * is reserved, pinned or counted. Fails with not-found if the episode has no audio of this server.
 */
export async function makePreview(
  playback: Playback,
  caller: Caller,
  episode_id: number,
  params: PreviewParams,
  baseUrl: string,
): Promise<Preview> {
  const { db, clock } = playback;
  await requireEditableEpisode(db, caller, episode_id);
  const episode = await findPlayed(playback, episode_id);
  const now = clock();
  const listener = {
    country: params.country ?? null,
    device: params.device ?? "Mobile",
    at: params.at ?? now,
  };
  const { ads, losers } = await explain(playback, episode, listener);
  const chosen = ads.map((ad): [number, number] => [ad.break_index, ad.creative_id]);
  const manifest = await manifestWith(playback, episode, chosen);
  const expires_at = new Date(now.getTime() + HELD_MS);
  const token = signChoice(await ensureSecret(db, "preview"), {
    episode_id,
    digest: manifest.digest,
    expires: expires_at.getTime(),
    ads: chosen,
  });
  const lineitem_ids = [...ads, ...losers].map(({ lineitem_id }) => lineitem_id);
  return previewView({
    episode,
    listener,
    manifest,
    expires_at,
    audio_url: previewUrl(episode.permalink, token, baseUrl),
    breaks: storedAudio(episode) === null ? [] : await findBreaks(db, episode),
    ads,
    losers,
    names: await findBookingNames(db, caller, lineitem_ids),
  });
}

/**
 * Where an editor hears the programme alone, published or not, for an hour: its times are those of transcripts. Nothing
 * is counted. null while the episode has no audio of this server.
 */
export async function findProgrammeUrl(
  playback: Playback,
  caller: Caller,
  episode_id: number,
  baseUrl: string,
): Promise<string | null> {
  const { db, clock } = playback;
  await requireEditableEpisode(db, caller, episode_id);
  const episode = await findPlayable(db, episode_id);
  if (episode === undefined || !isOurs(episode)) return null;
  const { digest } = await makeManifest(playback, episode, []);
  const expires = clock().getTime() + HELD_MS;
  const token = signChoice(await ensureSecret(db, "preview"), {
    episode_id,
    digest,
    expires,
    ads: [],
  });
  return previewUrl(episode.permalink, token, baseUrl);
}

/** The manifest behind the token of an address; fails with not-found if it does not hold any more. */
export async function openPreview(playback: Playback, token: string): Promise<Manifest> {
  const secret = await findSecret(playback.db, "preview");
  const choice = secret && readChoice(secret, token, playback.clock());
  if (choice === null) throw notFound("audio");
  const episode = await findPlayed(playback, choice.episode_id);
  const manifest = await manifestWith(playback, episode, choice.ads, choice.clip);
  // The episode has changed: its other ranges would not fit those that the player has.
  if (manifest.digest !== choice.digest) throw notFound("audio");
  return manifest;
}

/** Signs an address at which `ads`, an index of a break and a creative each, are heard in a part of the episode. */
export async function signClip(
  playback: Playback,
  episode: Played,
  ads: PreviewChoice["ads"],
  clip: Clip,
  baseUrl: string,
): Promise<Readonly<{ manifest: Manifest; audio_url: string; expires_at: Date }>> {
  const manifest = await manifestWith(playback, episode, ads, clip);
  const expires_at = new Date(playback.clock().getTime() + HELD_MS);
  const token = signChoice(await ensureSecret(playback.db, "preview"), {
    episode_id: episode.episode_id,
    digest: manifest.digest,
    expires: expires_at.getTime(),
    ads,
    clip: [...clip],
  });
  return { manifest, audio_url: previewUrl(episode.permalink, token, baseUrl), expires_at };
}

async function findPlayed({ db }: Playback, episode_id: number): Promise<Played> {
  const episode = await findPlayable(db, episode_id);
  if (episode === undefined || !isOurs(episode)) throw notFound("audio");
  return episode;
}

/** Whom an ad decision is explained for. */
export type Listener = Readonly<{ country: string | null; device: string; at: Date }>;

/** Nobody has this key, so no limit on what a listener hears has been reached. */
const NOBODY = Buffer.alloc(32);

/** The request of a listener whom nobody has counted; null if no ads can run in the episode. */
export async function requestOf(
  { db }: Pick<Playback, "db">,
  episode: Played,
  { country, device, at }: Listener,
): Promise<AdRequest | null> {
  const subject = await findAdSubject(db, episode);
  if (subject === null) return null;
  const facts = { country, device, os: UNKNOWN_APP, app: UNKNOWN_APP };
  return { ...subject, ...facts, at, listener: NOBODY, origin: null };
}

async function explain(playback: Playback, episode: Played, listener: Listener) {
  const request = await requestOf(playback, episode, listener);
  return request === null ? NOTHING : playback.adserver.explainAds(request);
}

/** The rendition with the creatives of `chosen`, which is stored nowhere. */
async function manifestWith(
  playback: Playback,
  episode: Played,
  chosen: PreviewChoice["ads"],
  clip?: Clip,
): Promise<Manifest> {
  const audio = storedAudio(episode);
  if (audio === null) return makeManifest(playback, episode, []);
  const breaks = await findBreaks(playback.db, episode);
  const ids = chosen.map(([, creative_id]) => creative_id);
  const creatives = await listPreviewCreatives(playback.db, audio.name, ids);
  const ads = chosen.flatMap(([break_index, creative_id]) => {
    const creative = creatives.get(creative_id);
    const position = breaks[break_index]?.position;
    return creative && position ? [{ ...creative, break_index, position }] : [];
  });
  const placed = byBreak(breaks, ads);
  const clipped = clip && (await makeClip(playback, episode, placed, clip));
  return clipped ?? makeManifest(playback, episode, placed);
}
