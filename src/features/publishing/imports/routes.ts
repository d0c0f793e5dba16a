/** Routes for importing podcast feeds. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id } from "../../../platform/http/params.ts";
import { route, signedIn } from "../../../platform/http/route.ts";
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

export const importRoutes = [
  route({
    method: "POST",
    path: "/v2/imports",
    tag,
    operationId: "createImport",
    summary: "Import a podcast feed",
    description:
      "Send `feed_url` or `feed_file`. The import runs in the background: poll it until its state is `DONE` or `FAILED`. Unless you are an admin, prove that you own the feed by putting `ownership_code` into it.",
    access: signedIn,
    body: importParams,
    files,
    response,
    async handle({ caller, body, files: { feed_file } }, deps: Deps) {
      return { import: importView(await requestImport(deps, caller, body, feed_file)) };
    },
  }),
  route({
    method: "GET",
    path: "/v2/imports/:import_id",
    tag,
    operationId: "getImport",
    summary: "Get the state of an import",
    access: { signedIn: true, who: "the user who requested the import, and admins" },
    params: z.object({ import_id: id() }),
    response,
    async handle({ caller, params }, deps: Deps) {
      return { import: importView(await readImport(deps, caller, params.import_id)) };
    },
  }),
];
