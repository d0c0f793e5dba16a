/** The script of the page about notifications, and the service worker that shows them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { sendAsset } from "../../../platform/http/assets.ts";
import { JAVASCRIPT, pageScript } from "../../../platform/http/pagescript.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";

const here = (name: string): string => path.join(import.meta.dirname, "browser", name);
const WORKER = readFileSync(here("worker.js"), "utf8");

const subscribe = pageScript({
  file: here("subscribe.js"),
  folder: "notifications",
  operationId: "getNotificationsAsset",
  summary: "Get the script of the page about notifications",
});

/** Loads the script that subscribes a browser. */
export const subscribeScript = subscribe.tag;

export const notificationAssetRoutes = [
  subscribe.route,
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
