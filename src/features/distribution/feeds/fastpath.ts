/** Answers 304 to most feed requests on the fast path, before the router. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../../../deps.ts";
import { batched } from "../../../platform/db/batch.ts";
import { chooseEncoding } from "../../../platform/http/encoding.ts";
import type { FastPath } from "../../../platform/http/fastpath.ts";
import { directOriginOf } from "../../../platform/http/origin.ts";
import { answerTo } from "./rules.ts";
import { createMarks, headersOf, isKnown, tagOf, versionOf } from "./serving.ts";
import { type FeedState, prepareFindStates } from "./store.ts";

const ROUTE = "/show/:show_id/episodes/feed";
/** The first page of a feed without a key. */
const ADDRESS = /^\/show\/([1-9]\d{0,14})\/episodes\/feed$/;

/**
 * Responds with 304 where the router would, from the same look-up; everything else goes to the router. Directories
 * request the feeds of all shows from one IP address, so these cheap requests do not count towards its rate limit.
 */
export function feedFastPath({ db, config }: Pick<Deps, "db" | "config">): FastPath {
  const stateOf = batched(prepareFindStates(db));
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

const isConditional = ({ headers }: IncomingMessage): boolean =>
  headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;

const send = (response: ServerResponse, headers: string[]) => {
  response.writeHead(304, headers).end();
};
