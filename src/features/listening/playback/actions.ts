/** Finds the audio to play for a caller. */
import type { IncomingHttpHeaders } from "node:http";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { trustOf } from "../../../platform/http/address.ts";
import type { Caller } from "../../../platform/http/route.ts";
import type { Files } from "../../../platform/media/files.ts";
import type { Span } from "../../../platform/tracing/tracing.ts";
import type { TimelineFinder } from "../../publishing/episodes/timeline/schema.ts";
import { openRenditions } from "../renditions/actions.ts";
import { canGetAds, sessionOf } from "../renditions/requests/rules.ts";
import { timelineOfParts } from "../renditions/rules.ts";
import { findManifest } from "../renditions/store.ts";
import { openTickets } from "../renditions/tickets/actions.ts";
import { type Audience, renditionFor } from "./choosing.ts";
import { edgeRecogniser } from "./edges.ts";
import { audioUrl } from "./links.ts";
import { isOurs } from "./making.ts";
import { openDeliveryCounts } from "./metrics.ts";
import { openProgressWatch } from "./progress.ts";
import { linkRecord } from "./records.ts";
import { requirePlayable } from "./rights.ts";
import { type Purpose, sessionKey } from "./rules.ts";
import type { DeliveryPorts, Playback } from "./schema.ts";
import { openPlayTraces } from "./tracing.ts";
import { externalUrl } from "./views.ts";

/** The shared resources of playback in one process. */
export const openPlayback = (
  { config, db, media, clock, log, measures, tracing }: Deps,
  files: Files,
  { adserver, recorder }: DeliveryPorts,
): Playback => {
  const trusts = trustOf(config.trustProxy);
  return {
    db,
    media,
    clock,
    log,
    files,
    adserver,
    recorder,
    renditions: openRenditions({ db, clock, measures }),
    progress: openProgressWatch(recorder),
    counts: openDeliveryCounts(measures),
    traces: openPlayTraces(tracing, recorder, clock),
    isEdge: edgeRecogniser(config.cdn),
    cdnUrl: config.cdn.url,
    tickets: openTickets({ db, clock }),
    isProxy: (address) => trusts(address, 0),
  };
};

export type AudioRequest = Readonly<{
  episode_id: number;
  purpose: Purpose;
  key: string | undefined;
  caller: Caller | null;
  baseUrl: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** The IP address of the caller, as forwarded by a trusted proxy. */
  address: string;
  /** The peer address of the connection. */
  peer: string;
}>;

/**
 * The URL of an episode's audio for this caller. Fails with not-found if the caller may not see the episode or it has
 * no audio yet, and with forbidden if downloads are disabled.
 */
export async function locateAudio(playback: Playback, request: AudioRequest): Promise<string> {
  const span = playback.traces.begin(request.purpose);
  try {
    return await locate(playback, request, span);
  } finally {
    span?.end();
  }
}

async function locate(
  playback: Playback,
  request: AudioRequest,
  span: Span | null,
): Promise<string> {
  const { purpose, key, caller, baseUrl } = request;
  const { episode, editor: preview } = await requirePlayable(
    playback.db,
    caller,
    request.episode_id,
    { purpose, key },
  );
  if (isOurs(episode)) {
    const audience = audienceOf(playback, request, preview);
    const digest = await renditionFor(playback, episode, audience, span);
    const who = { address: request.address, user_agent: request.headers["user-agent"] ?? "" };
    playback.traces.redirected(span, digest, who);
    const listener = playback.recorder.listeners.keyOf(who, playback.clock());
    const via = { purpose, preview };
    return audioUrl(playback, episode, { digest, via, baseUrl, who: { ...who, listener } });
  }
  const link = episode.type === "EXTERNAL" ? externalUrl(episode.media_url) : null;
  if (link === null) throw notFound("audio");
  playback.counts.plays.external.value += 1;
  playback.recorder.note(linkRecord(request, preview, playback.clock()));
  return link;
}

/** Who receives the audio: ads are only chosen for callers who will listen. */
function audienceOf(
  { recorder, clock, isProxy }: Playback,
  { method, headers, address, peer }: AudioRequest,
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
  if (!canGetAds(method, headers.range ?? null, facts)) return { kind: "passer-by", keys };
  // A trusted proxy's own requests are not limited (contract §12); behind it, the listener's address is.
  const isOwn = address === peer && isProxy(peer);
  const hashes = isOwn ? null : recorder.originOf(address, at);
  const origin = hashes && { ...hashes, kind: facts.network };
  return { kind: "listener", keys, origin, facts };
}

/** Looks up the timeline of a rendition. */
export const openTimelineFinder = ({ db }: Pick<Deps, "db">): TimelineFinder => ({
  async findTimeline(digest) {
    const found = await findManifest(db, digest);
    if (found === undefined) return null;
    const { episode_id, parts, bytes_per_minute } = found;
    return { episode_id, timeline: timelineOfParts(parts, bytes_per_minute) };
  },
});
