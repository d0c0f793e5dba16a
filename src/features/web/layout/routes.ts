/** Serves the stylesheet of all pages. */
import { z } from "zod";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { STYLESHEET, STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.ts";

export const layoutRoutes = [
  rawRoute({
    method: "GET",
    path: STYLESHEET_PATH,
    tag: "Pages",
    operationId: "getStylesheet",
    summary: "Get the stylesheet of the pages",
    access: anyone,
    query: z.object({
      v: verbatim({ max: 100 })
        .optional()
        .meta({ description: "Version that the page links to; it makes caches fetch a new one." }),
    }),
    contentType: "text/css; charset=utf-8",
    handle({ query, reply }) {
      const lasting = query.v === STYLESHEET_VERSION;
      return reply
        .header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache")
        .type("text/css; charset=utf-8")
        .send(STYLESHEET);
    },
  }),
];
