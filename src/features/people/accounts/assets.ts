/** The script of the settings and its versioned URL, which browsers can cache forever. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sendAsset } from "../../../platform/http/assets.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";

const COPY = readFileSync(path.join(import.meta.dirname, "browser", "copy.js"), "utf8");
const VERSION = hash("sha256", COPY, "hex").slice(0, 16);
const JAVASCRIPT = "text/javascript; charset=utf-8";

/** Loads the script that adds a button to texts that are to be copied. */
export const copyScript: Html = html`<script type="module" src="/assets/settings/${VERSION}/copy.js"></script>`;

export const accountRoutes = [
  rawRoute({
    method: "GET",
    path: "/assets/settings/:hash/copy.js",
    tag: "Pages",
    operationId: "getSettingsAsset",
    summary: "Get the script of the settings",
    access: anyone,
    params: z.object({
      hash: verbatim({ max: 100 }).meta({
        description: "Version that the page links to; it makes caches fetch a new one.",
      }),
    }),
    contentType: JAVASCRIPT,
    handle({ params, request, reply }) {
      const lasting = params.hash === VERSION;
      return sendAsset(request, reply, { type: JAVASCRIPT, body: COPY, lasting });
    },
  }),
];
