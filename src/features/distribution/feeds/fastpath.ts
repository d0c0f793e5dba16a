/** Answers 304 to most feed requests on the fast path, before the router. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../../../deps.ts";
import { batched } from "../../../platform/db/batch.ts";
import type { Changes } from "../../../platform/db/changes.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { KeptUntilChanged } from "../../../platform/db/kept.ts";
import { chooseEncoding } from "../../../platform/http/encoding.ts";
import type { FastPath } from "../../../platform/http/fastpath.ts";
import { directOriginOf } from "../../../platform/http/origin.ts";
import { keepingAtMost } from "../../../platform/leastused.ts";
import { answerTo } from "./rules.ts";
import { createMarks, headersOf, isKnown, tagOf, versionOf } from "./serving.ts";
import { type FeedState, prepareFindStates } from "./store.ts";

const ROUTE = "/show/:show_id/episodes/feed";
/** About 1.3 kB each. */
const MOST_STATES = 20_000;
/** The first page of a feed without a key. */
const ADDRESS = /^\/show\/([1-9]\d{0,14})\/episodes\/feed$/;

/**
 * Responds with 304 where the router would, from what the same look-up found; everything else goes to the router. Directories
 * request the feeds of all shows from one IP address, so these cheap requests do not count towards its rate limit.
 */
export function feedFastPath(
  { db, config }: Pick<Deps, "db" | "config">,
  changes: Changes,
): FastPath {
  const stateOf = keepStates(db, changes);
  const markOf = createMarks(config);
  const headersFor = (request: IncomingMessage, state: FeedState | undefined, baseUrl: string) => {
    const answer = answerTo(state, undefined, 1);
    if (state === undefined || answer === "missing" || answer.moved !== null) return null;
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    const etag = tagOf(versionOf(state, markOf(baseUrl)), encoding);
    return isKnown(request.headers, etag, state) ? headersOf(state, etag) : null;
  };
  return {
    prefix: "/show/",
    serve(request, response, head) {
      const show_id = Number(ADDRESS.exec(request.url ?? "")?.[1]);
      const baseUrl = config.publicUrl ?? directOriginOf(request);
      if (Number.isNaN(show_id) || baseUrl === null || !isConditional(request)) return null;
      return stateOf(show_id).then((state) => {
        const headers = headersFor(request, state, baseUrl);
        if (headers === null) throw new Error("This is the router's to answer.");
        send(response, [...head, ...Object.entries(headers).flat()]);
        return ROUTE;
      });
    },
  };
}

/**
 * Reads states of feeds and keeps them until the feed changes; before a kept one is used, the database is asked whether it has
 * (docs/decisions/response-cache.md).
 */
function keepStates(db: Executor, changes: Changes) {
  const lookUp = batched(prepareFindStates(db));
  const states = new KeptUntilChanged<FeedState>(keepingAtMost(MOST_STATES));
  changes.listen((changed) => states.drop(changed));
  return async (show_id: number): Promise<FeedState | undefined> => {
    const key = String(show_id);
    if (states.has(key)) {
      await changes.catchUp();
      const kept = states.get(key);
      if (kept !== undefined) return kept;
    }
    const since = states.tick;
    const state = await lookUp(show_id);
    if (state !== undefined) states.add(key, since, state, [`feed:${show_id}`, `show:${show_id}`]);
    return state;
  };
}

const isConditional = ({ headers }: IncomingMessage): boolean =>
  headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;

const send = (response: ServerResponse, headers: string[]) => {
  response.writeHead(304, headers).end();
};
