/** Finds what to play, and for whom. */
import type { IncomingHttpHeaders } from "node:http";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import { trustOf } from "../../platform/http/address.ts";
import type { Viewer } from "../../platform/http/route.ts";
import type { Files } from "../../platform/media/files.ts";
import { isProbe, isRecognised } from "../counting/rules.ts";
import type { FindTimeline } from "../episodes/heard/schema.ts";
import { editorRole } from "../shows/rights.ts";
import { type Audience, type Played, renditionFor } from "./choosing.ts";
import { timelineOfParts } from "./manifest.ts";
import { openProgressWatch } from "./progress.ts";
import { linkRecord } from "./records.ts";
import { openRenditions } from "./renditions.ts";
import { isDelivered, type Purpose, requirePlayable, sessionKey } from "./rules.ts";
import type { Partners, Playback } from "./schema.ts";
import { findManifest, findPlayable, type Playable } from "./store.ts";
import { externalUrl, renditionUrl } from "./views.ts";

/** What playing keeps at hand in one process. */
export const openPlayback = (
  { config, db, media, clock, log }: Deps,
  files: Files,
  { adserver, recorder }: Partners,
): Playback => {
  const trusts = trustOf(config.trustProxy);
  return {
    ...{ db, media, clock, log, files, adserver, recorder },
    renditions: openRenditions({ db, clock }),
    progress: openProgressWatch(recorder),
    isProxy: (address) => trusts(address, 0),
  };
};

export type Asked = Readonly<{
  episode_id: number;
  purpose: Purpose;
  key: string | undefined;
  viewer: Viewer | null;
  baseUrl: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** Where the request came from, a trusted proxy's word included. */
  address: string;
  /** The other end of its connection. */
  peer: string;
}>;

/**
 * The address of an episode's audio for this caller. Fails with not-found for who may not know of
 * it or where there is no audio yet, with forbidden where downloads are switched off.
 */
export async function locateAudio(playback: Playback, asked: Asked): Promise<string> {
  const { purpose, key, viewer, baseUrl } = asked;
  const episode = await findPlayable(playback.db, asked.episode_id);
  if (episode === undefined) throw notFound("episode");
  const preview = (await editorRole(playback.db, viewer, episode)) !== null;
  requirePlayable(episode, purpose, { editor: preview, key });
  if (isOurs(episode)) {
    const audience = audienceOf(playback, asked, preview);
    const digest = await renditionFor(playback, episode, audience);
    return renditionUrl({ digest, permalink: episode.permalink }, { purpose, preview }, baseUrl);
  }
  const link = episode.type === "EXTERNAL" ? externalUrl(episode.media_url) : null;
  if (link === null) throw notFound("audio");
  playback.recorder.note(linkRecord(asked, preview, playback.clock()));
  return link;
}

const isOurs = (episode: Playable): episode is Played =>
  episode.media_key !== null && isDelivered(episode.media_key);

/**
 * Ads are for those who will listen. A HEAD or a probe is decided like a GET when it comes from a listener's
 * app or browser: AVFoundation players, and apps that resolve redirects first, stay at the address that it
 * leads to. From anything else it only looks (contract §12).
 */
function audienceOf(
  { recorder, clock, isProxy }: Playback,
  { method, headers, address, peer }: Asked,
  preview: boolean,
): Audience {
  if (preview) return { kind: "preview" };
  const at = clock();
  const user_agent = headers["user-agent"] ?? "";
  const listener = recorder.listeners.keyOf({ address, user_agent }, at);
  const session = sessionOf(headers);
  const keys: [Buffer, ...Buffer[]] = [
    listener,
    ...(session === null ? [] : [sessionKey(session)]),
  ];
  const facts = recorder.classify(user_agent, address, headers.referer ?? null);
  const looks = method !== "GET" || isProbe(headers.range ?? null);
  const listens = looks ? isRecognised(facts) : facts.exclusion === null;
  if (!listens) return { kind: "passer-by", keys };
  // A trusted proxy's own requests are bounded by nothing (contract §12); behind it the listener's address is.
  const isOwn = address === peer && isProxy(peer);
  const hashes = isOwn ? null : recorder.originOf(address, at);
  const origin = hashes && { ...hashes, kind: facts.network };
  return { kind: "listener", keys, origin, facts };
}

/** What Apple's players name a playback by, through all of its requests. */
function sessionOf(headers: IncomingHttpHeaders): string | null {
  const session = headers["x-playback-session-id"];
  return typeof session === "string" && session !== "" ? session : null;
}

/** Looks up when what is heard in a rendition. */
export const timelineFinder =
  ({ db }: Pick<Playback, "db">): FindTimeline =>
  async (digest) => {
    const found = await findManifest(db, digest);
    if (found === undefined) return null;
    const { episode_id, parts, bytes_per_minute } = found;
    return { episode_id, timeline: timelineOfParts(parts, bytes_per_minute) };
  };
