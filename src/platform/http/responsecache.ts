/**
 * Keeps the bytes of responses until a record that they were made of changes. Each use asks the database what has
 * changed since the last one, together with all requests of that moment: no response is ever out of date, whichever
 * process changed the record.
 */
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Changes } from "../db/changes.ts";
import { KeptUntilChanged } from "../db/kept.ts";
import type { CacheCounts } from "../metrics/caches.ts";
import { bearerOf } from "./admission.ts";
import { noneMatch } from "./caching.ts";
import type { FastPath } from "./fastpath.ts";
import { directOriginOf } from "./origin.ts";
import type { ChargeCaller } from "./ratelimit.ts";
import type { Caller } from "./route.ts";

/** Bytes of a process, and of one response, so that one long list does not displace hundreds of others. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_RESPONSE_BYTES = 256 * 1024;
/** Everything that tells responses apart: path and query, host, language, token. */
const MAX_KEY_LENGTH = 600;
/** What an entry takes besides its body, roughly. */
const OVERHEAD_BYTES = 1500;

/** A response to be kept, with what it was made of. */
type Made = Readonly<{
  subjects: readonly string[];
  /** Headers of 200 and 304. */
  headers: Readonly<Record<string, string>>;
  etag: string | null;
  type: string;
  body: Buffer;
}>;

/** A moment in the order of changes; `keep` refuses what has changed since. */
type Moment = Readonly<{ tick: number }>;

export type ResponseCache = Readonly<{
  /** To be taken before the records of a response are read. */
  moment(): Moment;
  /** Keeps the response to a GET, unless one of its subjects has changed since `moment`. */
  keep(request: FastifyRequest, moment: Moment, response: Made): void;
  /** Sends what is kept: to callers with a token only while `authenticate` recognises it as that of the same caller. */
  fastPath(charge: ChargeCaller | null, authenticate: Authenticate): FastPath;
}>;

type Authenticate = (token: string) => Promise<Caller | null>;

type Options = Readonly<{ publicUrl: string | null; counts: CacheCounts }>;

export function openResponseCache(changes: Changes, { publicUrl, counts }: Options): ResponseCache {
  const entries = new KeptUntilChanged<Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value: { body } }, key) => body.length + key.length * 2 + OVERHEAD_BYTES,
  });
  changes.listen((changed) => entries.drop(changed));
  const keyFor = (request: IncomingMessage) => keyOf(request, publicUrl ?? directOriginOf(request));
  return {
    moment: () => ({ tick: entries.tick }),
    keep({ raw, method, caller, routeOptions }, { tick }, response) {
      const key = method === "GET" ? keyFor(raw) : null;
      // A token in the query, or one whose scope does not cover the route.
      if (key === null || (caller === null) !== (raw.headers.authorization === undefined)) return;
      counts.misses.value += 1;
      if (response.body.length > MAX_RESPONSE_BYTES) return;
      const subjects = caller === null ? response.subjects : [...response.subjects, RIGHTS];
      entries.add(key, tick, keptOf(routeOptions.url ?? "", response, caller), subjects);
    },
    fastPath: (charge, authenticate) => ({
      prefix: "/",
      knowsTokens: true,
      serve(request, response, head, addressOf) {
        const key = entries.isEmpty ? null : keyFor(request);
        if (key === null || !entries.has(key)) return null;
        const token = bearerOf(request.headers.authorization ?? "");
        const recognised = token === null ? null : authenticate(token);
        return Promise.all([recognised, changes.catchUp()]).then(([caller]) => {
          const kept = entries.get(key);
          if (kept === undefined || !isSame(kept.caller, caller)) throw new LeftToRouter();
          const limits = charge === null ? [] : charge(caller?.user_id ?? null, addressOf(request));
          if (limits === null) throw new LeftToRouter();
          counts.hits.value += 1;
          send(request, response, [...head, ...limits, ...kept.head], kept);
          return kept.route;
        });
      },
    }),
  };
}

/** Whoever may edit what, as db/functions/record_changes.sql names it. */
const RIGHTS = "rights";

/** Whether a token still gives what it gave when the response was made. */
const isSame = (then: Caller | null, now: Caller | null): boolean =>
  then === null || now === null
    ? then === now
    : then.user_id === now.user_id && then.is_admin === now.is_admin && then.scope === now.scope;

/** The record has just changed, or the caller has asked too often. */
class LeftToRouter extends Error {}

function keyOf({ url = "", headers }: IncomingMessage, baseUrl: string | null): string | null {
  if (baseUrl === null) return null;
  const { authorization } = headers;
  // Tokens are not kept as they are.
  const holder = authorization === undefined ? "" : hash("sha256", authorization, "base64");
  const key = `${url}\n${headers["accept-language"] ?? ""}\n${baseUrl}\n${holder}`;
  return key.length > MAX_KEY_LENGTH ? null : key;
}

type Kept = Readonly<{
  route: string;
  /** Headers as a flat list: of 200 and 304, and of 200 only. */
  head: readonly string[];
  contentHead: readonly string[];
  etag: string | null;
  body: Buffer;
  caller: Caller | null;
}>;

function keptOf(route: string, { headers, etag, type, body }: Made, caller: Caller | null): Kept {
  const head = Object.entries(headers).flat();
  if (etag !== null) head.push("etag", etag);
  const contentHead = ["content-type", type, "content-length", String(body.length)];
  return { route, head, contentHead, etag, body, caller };
}

function send(request: IncomingMessage, response: ServerResponse, head: string[], kept: Kept) {
  const { etag, contentHead, body } = kept;
  if (etag !== null && noneMatch(request.headers["if-none-match"], etag))
    response.writeHead(304, head).end();
  else response.writeHead(200, [...head, ...contentHead]).end(body);
}
