/** Decides which rendition a listener gets: the pinned one, or a new one with ads, which is pinned. */
import type { Executor } from "../../../platform/db/database.ts";
import { type MediaStore, MissingFile } from "../../../platform/media/store.ts";
import type { Span } from "../../../platform/tracing/tracing.ts";
import { reserve } from "../../advertising/adserving/actions.ts";
import type { Origin, Reservation } from "../../advertising/adserving/schema.ts";
import { holdOffSweep } from "../../publishing/media/store.ts";
import { findPins, type PinPlace, upsertPin } from "../renditions/pins/store.ts";
import type { ListenerFacts } from "../renditions/requests/schema.ts";
import { filesOf } from "../renditions/rules.ts";
import type { Manifest } from "../renditions/schema.ts";
import { insertRendition, touchRendition } from "../renditions/store.ts";
import { byBreak, type Chosen, makeManifest, type Played } from "./making.ts";
import { mediaDigest } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { findAdSubject } from "./subject.ts";

/** Who receives the audio, and whether ads are chosen for them. */
export type Audience =
  /** A preview by an editor: without ads, and not pinned. */
  | Readonly<{ kind: "preview" }>
  /** A bot or a probe: gets the pinned rendition, and nothing is pinned for it. */
  | Readonly<{ kind: "passer-by"; keys: readonly Buffer[] }>
  /**
   * `keys`: the listener's, then the session's if there is one. `origin`: the network to which limits on reservations
   * apply.
   */
  | Readonly<{
      kind: "listener";
      keys: readonly [Buffer, ...Buffer[]];
      origin: Origin | null;
      facts: ListenerFacts;
    }>;

const PINNED_MS = 7 * 86_400_000;
/** A pin is renewed when it is this much older than its last renewal. */
const SLIDE_MS = 3_600_000;
/** The reservation of an ad that has not been delivered expires after this. */
const RESERVED_MS = 86_400_000;

/** The hex digest of the rendition that `audience` gets for the episode. `span`: the trace of the request, if any. */
export async function renditionFor(
  deps: Playback,
  episode: Played,
  audience: Audience,
  span: Span | null,
): Promise<string> {
  const { plays } = deps.counts;
  const pinned = audience.kind === "preview" ? null : await pinnedDigest(deps, episode, audience);
  if (pinned !== null) {
    plays.pinned.value += 1;
    return pinned;
  }
  const isListener = audience.kind === "listener";
  plays[isListener ? "decided" : "without-ads"].value += 1;
  return isListener ? decide(deps, episode, audience, span) : keepAdFree(deps, episode);
}

const placeOf = ({ episode_id, media_key }: Played): PinPlace => ({
  episode_id,
  media_digest: mediaDigest(media_key),
});

/** The rendition pinned for one of the keys, the session before the listener; renews the listener's pin. */
async function pinnedDigest(
  { db, clock }: Playback,
  episode: Played,
  { kind, keys }: Exclude<Audience, { kind: "preview" }>,
): Promise<string | null> {
  const at = clock();
  const place = placeOf(episode);
  const pins = await findPins(db, place, keys, at);
  const found = keys.map((key) => pins.find(({ listener }) => listener.equals(key)));
  const pin = found.findLast((one) => one !== undefined);
  if (pin === undefined) return null;
  const expires_at = new Date(at.getTime() + PINNED_MS);
  const same = found.every(
    (one) =>
      one?.digest.equals(pin.digest) && expires_at.getTime() - one.expires_at.getTime() < SLIDE_MS,
  );
  if (kind === "listener" && !same) {
    for (const listener of keys)
      await upsertPin(db, { ...place, listener, digest: pin.digest, expires_at }, at);
    await touchRendition(db, pin.digest.toString("hex"), at);
  }
  return pin.digest.toString("hex");
}

async function keepAdFree(deps: Playback, episode: Played): Promise<string> {
  try {
    return await keepWithoutAds(deps, episode);
  } catch (error) {
    // The cover was deleted in the meantime.
    if (!(error instanceof MissingFile) || episode.cover_key === null) throw error;
    return keepWithoutAds(deps, { ...episode, cover_key: null });
  }
}

async function keepWithoutAds(deps: Playback, episode: Played): Promise<string> {
  const { db, media, clock, renditions } = deps;
  const made = await makeManifest(deps, episode, []);
  if ((await renditions.find(made.digest)) === null)
    await db.transaction().execute(async (transaction) => {
      await holdOffSweep(transaction);
      if (await insertRendition(transaction, made, clock())) await requireFiles(media, made);
    });
  return made.digest;
}

type Heard = Extract<Audience, { kind: "listener" }>;

/** Chooses ads and pins the rendition; without ads if one of their files has been deleted in between. */
async function decide(
  deps: Playback,
  episode: Played,
  audience: Heard,
  span: Span | null,
): Promise<string> {
  const at = deps.clock();
  const decision = span?.child("decide ads");
  const chosen = await choose(deps, episode, audience, at);
  decision?.end({ "longwave.ads": chosen.reduce((sum, { ads }) => sum + ads.length, 0) });
  const stitching = span?.child("stitch rendition");
  const made = await makeManifest(deps, episode, chosen);
  stitching?.end({ "longwave.parts": made.parts.length });
  try {
    return await settleOn(deps, episode, audience, { made, at });
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    deps.log.warn(
      { err: error, episode_id: episode.episode_id },
      "an ad or a cover has lost its file",
    );
    const bare = await makeManifest(deps, { ...episode, cover_key: null }, []);
    return settleOn(deps, episode, audience, { made: bare, at });
  }
}

/** Stores the rendition, pins it, and reserves its ads in one transaction. */
function settleOn(
  { db, media }: Playback,
  episode: Played,
  { keys, origin }: Heard,
  { made, at }: { made: Manifest; at: Date },
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await holdOffSweep(transaction);
    if (await insertRendition(transaction, made, at)) await requireFiles(media, made);
    const digest = await pinAll(transaction, episode, keys, made, at);
    const whose = { listener: keys[0], origin };
    if (digest === made.digest) await reserveAll(transaction, made, whose, at);
    return digest;
  });
}

/** The decision used cached data, so its files may be gone. While the transaction runs the sweep deletes none. */
async function requireFiles(media: MediaStore, { parts }: Manifest): Promise<void> {
  for (const key of filesOf(parts))
    if ((await media.find(key)) === null) throw new MissingFile(key);
}

/** The first request to set the listener's pin wins; the session follows it. */
async function pinAll(
  db: Executor,
  episode: Played,
  [first, ...others]: Heard["keys"],
  { digest: hex }: Manifest,
  at: Date,
): Promise<string> {
  const place = placeOf(episode);
  const expires_at = new Date(at.getTime() + PINNED_MS);
  const pin = { ...place, expires_at, listener: first, digest: Buffer.from(hex, "hex") };
  const digest = await upsertPin(db, pin, at);
  for (const listener of others) await upsertPin(db, { ...pin, listener, digest }, at);
  return digest.toString("hex");
}

async function reserveAll(
  db: Executor,
  { digest, parts }: Manifest,
  whose: Pick<Reservation, "listener" | "origin">,
  at: Date,
): Promise<void> {
  const ads = parts.flatMap((part, segment) =>
    part.kind === "ad"
      ? [{ segment, lineitem_id: part.ad.lineitem_id, campaign_id: part.ad.campaign_id }]
      : [],
  );
  const expires_at = new Date(at.getTime() + RESERVED_MS);
  if (ads.length > 0)
    await reserve(db, { ...whose, digest: Buffer.from(digest, "hex"), ads, at, expires_at });
}

/** The breaks with their ads. If choosing ads fails, the listener gets the audio without ads. */
async function choose(
  deps: Playback,
  episode: Played,
  { keys, origin, facts }: Heard,
  at: Date,
): Promise<Chosen[]> {
  const subject = await findAdSubject(deps.db, episode);
  if (subject === null) return [];
  const request = { ...subject, at, listener: keys[0], origin, ...facesOf(facts) };
  const ads = await deps.adserver.chooseAds(request).catch((error: unknown) => {
    deps.log.error({ err: error, episode_id: episode.episode_id }, "no ads could be chosen");
    return [];
  });
  return byBreak(subject.breaks, ads);
}

const facesOf = ({ country, device, os, app }: ListenerFacts) => ({ country, device, os, app });
