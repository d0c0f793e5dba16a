/** Imports of podcast feeds over HTTP. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { id } from "../../platform/http/params.ts";
import { route, viewer } from "../../platform/http/route.ts";
import { readImport, requestImport } from "./actions.ts";
import { MAX_FEED_BYTES } from "./fetching.ts";
import { importDetail, importParams } from "./schema.ts";
import { importView } from "./views.ts";

const tag = "Imports";
const response = z.object({ import: importDetail });
const files = {
  feed_file: {
    maxBytes: MAX_FEED_BYTES,
    description: "An RSS 2.0 feed. Required unless `feed_url` is sent.",
  },
};

export const importRoutes = (deps: Deps) => [
  route({
    method: "POST",
    path: "/v2/imports",
    tag,
    summary: "Import a podcast feed",
    description:
      "Give `feed_url` or `feed_file`. The work is done in the background: ask for the import until its state is `DONE` or `FAILED`. Who is not an admin proves that the feed is theirs by putting `ownership_code` into it.",
    access: viewer,
    body: importParams,
    files,
    response,
    async handle({ viewer, body, files: { feed_file } }) {
      return { import: importView(await requestImport(deps, viewer, body, feed_file)) };
    },
  }),
  route({
    method: "GET",
    path: "/v2/imports/:import_id",
    tag,
    summary: "How an import goes",
    access: { signedIn: true, who: "who asked for the import, and admins" },
    params: z.object({ import_id: id() }),
    response,
    async handle({ viewer, params }) {
      return { import: importView(await readImport(deps, viewer, params.import_id)) };
    },
  }),
];
