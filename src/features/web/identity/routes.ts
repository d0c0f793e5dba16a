/** Serves the logo of the site. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { findLogo } from "./store.ts";
import { digestOf, LOGO_PATH, versionOf } from "./views.ts";

export const identityRoutes = [
  rawRoute({
    method: "GET",
    path: LOGO_PATH,
    refusals: { 404: "`picture-not-found`: the site has no logo." },
    tag: "Pages",
    operationId: "getSiteLogo",
    summary: "Get the logo of the site",
    access: anyone,
    query: z.object({
      v: verbatim({ max: 100 })
        .optional()
        .meta({ description: "Version that the page links to; it makes caches fetch a new one." }),
    }),
    contentType: "image/png",
    async handle({ query, reply }, { db }: Pick<Deps, "db">) {
      const logo = await findLogo(db);
      if (logo === undefined) throw notFound("picture");
      const lasting = query.v === versionOf(digestOf(logo));
      return reply
        .header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache")
        .type("image/png")
        .send(logo);
    },
  }),
];
