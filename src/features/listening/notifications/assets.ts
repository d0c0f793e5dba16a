/** The script of the page about notifications, and the service worker that shows them. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sendAsset } from "../../../platform/http/assets.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";

const read = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, "browser", name), "utf8");
const SUBSCRIBE = read("subscribe.js");
const WORKER = read("worker.js");
const VERSION = hash("sha256", SUBSCRIBE, "hex").slice(0, 16);
const JAVASCRIPT = "text/javascript; charset=utf-8";

/** Loads the script that subscribes a browser. */
export const subscribeScript: Html = html`<script type="module" src="/assets/notifications/${VERSION}/subscribe.js"></script>`;

export const notificationAssetRoutes = [
  rawRoute({
    method: "GET",
    path: "/assets/notifications/:hash/subscribe.js",
    tag: "Pages",
    operationId: "getNotificationsAsset",
    summary: "Get the script of the page about notifications",
    access: anyone,
    params: z.object({
      hash: verbatim({ max: 100 }).meta({
        description: "Version that the page links to; it makes caches fetch a new one.",
      }),
    }),
    contentType: JAVASCRIPT,
    handle({ params, request, reply }) {
      const lasting = params.hash === VERSION;
      return sendAsset(request, reply, { type: JAVASCRIPT, body: SUBSCRIBE, lasting });
    },
  }),
  rawRoute({
    method: "GET",
    // At the root, because a service worker is only responsible for what is below its own path.
    path: "/push.js",
    tag: "Pages",
    operationId: "getPushWorker",
    summary: "Get the service worker that shows notifications",
    access: anyone,
    contentType: JAVASCRIPT,
    handle: ({ request, reply }) =>
      sendAsset(request, reply, { type: JAVASCRIPT, body: WORKER, lasting: false }),
  }),
];
