/** Responds to a request for a feed: 304, a redirect, or the document in the requested encoding. */
import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../../deps.ts";
import { batched } from "../../../platform/db/batch.ts";
import { OutdatedError, type Reads } from "../../../platform/db/replica/reads.ts";
import { notFound } from "../../../platform/failure.ts";
import { noneMatch } from "../../../platform/http/caching.ts";
import { chooseEncoding, type Encoding } from "../../../platform/http/encoding.ts";
import type { Call } from "../../../platform/http/route.ts";
import { cacheCounts } from "../../../platform/metrics/caches.ts";
import { buildFeed } from "./actions.ts";
import { openCache } from "./cache.ts";
import { GENERATOR } from "./channel.ts";
import { answerTo } from "./rules.ts";
import { type FeedState, prepareFindStates } from "./store.ts";

/** Size of the cache with compressed forms: enough for several hundred average feeds. */
const CACHE_BYTES = 64 * 2 ** 20;

type FeedCall = Call<
  { show_id: number },
  { key?: string | undefined; page: number },
  unknown,
  false
>;

/** Serves feeds from the cache of its process. */
export type FeedServer = Readonly<{ serveFeed(call: FeedCall): Promise<FastifyReply> }>;

/**
 * Opens a cache of feeds; a request for an unchanged feed costs one look-up by key, on the primary. The document may be read
 * from a replica that has its revision.
 */
export function openFeedServer(deps: Deps, reads: Reads): FeedServer {
  const stateOf = batched(prepareFindStates(deps.db));
  const cache = openCache(CACHE_BYTES, cacheCounts(deps.measures, "feeds"));
  const markOf = createMarks(deps.config);
  const serveFeed = async (call: FeedCall) => {
    const { baseUrl, reply, request } = call;
    const { show_id } = call.params;
    const { key, page } = call.query;
    const state = await stateOf(show_id);
    const answer = answerTo(state, key, page);
    if (state === undefined || answer === "missing") throw notFound("feed");
    if (answer.moved === null && isNavigation(request.headers)) return showPage(call);
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    const mark = markOf(baseUrl);
    const current = versionOf(state, mark);
    reply.headers(headersOf(state, tagOf(current, encoding)));
    if (answer.moved !== null) reply.code(301).header("location", answer.moved);
    else if (isKnown(request.headers, tagOf(current, encoding), state))
      return reply.code(304).send();
    const { version, body } = await cache.get(`${show_id} ${page} ${mark}`, current, encoding, () =>
      reads.read(null, async (db = deps.db) => {
        const document = await buildFeed({ ...deps, db }, { show_id, key, page, baseUrl });
        // Not everything in a feed is noted as a change of a record.
        if (document.revision < state.revision) throw new OutdatedError();
        return { version: versionOf(document, mark), body: Buffer.from(document.xml) };
      }),
    );
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    reply.header("etag", tagOf(version, encoding));
    return reply.type("application/rss+xml; charset=utf-8").send(body);
  };
  return { serveFeed };
}

/**
 * Whether a person opens the feed in a browser tab. Only browsers send this header, for nothing but navigation, and
 * scripts cannot set it: apps and directories never get the page.
 */
const isNavigation = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-fetch-dest"] === "document" && headers["sec-fetch-mode"] === "navigate";

/** Sends a person to the page with the ways to follow the show; no cache may keep that for an app. */
function showPage({ baseUrl, reply, params, query }: FeedCall): FastifyReply {
  const key = query.key === undefined ? "" : `?key=${encodeURIComponent(query.key)}`;
  const page = `${baseUrl}/show/${params.show_id}/follow${key}`;
  return reply.header("cache-control", "no-store").redirect(page, 303);
}

export const versionOf = ({ revision }: { revision: number }, mark: string) =>
  `${revision}.${mark}`;
/** A strong validator distinguishes encodings (RFC 9110 §8.8.3). */
export const tagOf = (version: string, encoding: Encoding) => `"${version}.${encoding}"`;

/** The bytes depend on more than the show: on the software version, and on the base URL. */
export function createMarks({ websubHubs, podping }: Deps["config"]): (baseUrl: string) => string {
  // Without PUBLIC_URL callers choose the base URL, so their number is limited.
  const marks = new LRUCache<string, string>({ max: 100 });
  const maker = [GENERATOR, ...websubHubs, podping === null ? "" : "podping"].join("\n");
  return (baseUrl) => {
    const known = marks.get(baseUrl);
    if (known !== undefined) return known;
    const digest = hash("sha1", `${maker}\n${baseUrl}`, "base64url").slice(0, 12);
    marks.set(baseUrl, digest);
    return digest;
  };
}

/** Shared caches may serve a feed for a minute; feeds that require a key are private to its holder. */
export const headersOf = ({ visibility, changed_at }: FeedState, etag: string) => ({
  etag,
  "last-modified": changed_at.toUTCString(),
  "cache-control": `${visibility === "PUBLIC" ? "public" : "private"}, max-age=60`,
  vary: "Accept-Encoding",
});

/** Whether the caller has the current document; a date counts only without an ETag (RFC 9110 §13.2.2). */
export function isKnown(
  headers: IncomingHttpHeaders,
  etag: string,
  { changed_at }: FeedState,
): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return noneMatch(tags, etag);
  if (since === undefined) return false;
  return Math.floor(changed_at.getTime() / 1000) * 1000 <= Date.parse(since);
}
