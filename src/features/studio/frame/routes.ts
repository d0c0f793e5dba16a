/** The pages and files of the studio's frame: search, keys, scripts, and where the pages of before have moved. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { sendAsset } from "../../../platform/http/assets.ts";
import { moved, page, redirect } from "../../../platform/http/pages.ts";
import { id, verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { ASSETS, ASSETS_VERSION } from "./assets.ts";
import { find } from "./finding.ts";
import { findView, keysView } from "./findview.ts";
import { STUDIO_LOOK, studioLayout } from "./layout.ts";
import { frameWords } from "./words.ts";

const part = verbatim({ max: 100 });

export const studioRoutes = [
  rawRoute({
    method: "GET",
    path: "/assets/studio/:version/:feature/:folder/:name",
    tag: "Pages",
    operationId: "getStudioAsset",
    summary: "Get a script or stylesheet of the studio",
    access: anyone,
    params: z.object({ version: part, feature: part, folder: part, name: part }),
    contentType: "text/javascript; charset=utf-8",
    handle({ params, request, reply }) {
      const { version, feature, folder, name } = params;
      const body = ASSETS.get(`${feature}/${folder}/${name}`);
      if (body === undefined) throw notFound("file");
      const lasting = version === ASSETS_VERSION;
      const language = name.endsWith(".css") ? "css" : "javascript";
      return sendAsset(request, reply, { type: `text/${language}; charset=utf-8`, body, lasting });
    },
  }),
];

/** Addresses of before the studio. */
const oldPage = <S extends z.ZodRawShape>(
  path: string,
  shape: S,
  to: (params: Record<string, number>) => string,
) =>
  page({
    method: "GET",
    path,
    summary: "Redirect to the studio",
    access: "anyone",
    params: z.object(shape),
    handle: ({ params }) => moved(to(params as Record<string, number>)),
  });

const oldPages = [
  oldPage("/your-shows", {}, () => "/studio"),
  oldPage("/your-shows/new", {}, () => "/studio/shows/new"),
  oldPage("/your-shows/import", {}, () => "/studio/import"),
  oldPage(
    "/your-shows/imports/:import_id",
    { import_id: id() },
    ({ import_id }) => `/studio/imports/${import_id}`,
  ),
  oldPage(
    "/your-shows/:show_id/upload",
    { show_id: id() },
    ({ show_id }) => `/studio/shows/${show_id}/episodes/new`,
  ),
  oldPage(
    "/your-shows/episodes/:episode_id",
    { episode_id: id() },
    ({ episode_id }) => `/studio/episodes/${episode_id}`,
  ),
];

export const studioPages = [
  page({
    method: "GET",
    path: "/studio/find",
    summary: "Find your shows, episodes and pages by name",
    access: "signed-in",
    query: z.object({ q: verbatim({ max: 200 }).catch("").prefault("") }),
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = frameWords(call.locale);
      const q = call.query.q.trim();
      const body = findView(words, q, await find(deps, call.session, q, words));
      return studioLayout(call, deps, { title: words.find_title, body, q });
    },
  }),
  page({
    method: "GET",
    path: "/studio/keys",
    summary: "Show the keys of the studio",
    access: "signed-in",
    look: STUDIO_LOOK,
    handle(call, deps: Deps) {
      const words = frameWords(call.locale);
      return studioLayout(call, deps, { title: words.entries.keys, body: keysView(words) });
    },
  }),
  page({
    method: "GET",
    path: "/studio/account",
    summary: "Redirect to your settings",
    access: "signed-in",
    handle: () => redirect("/settings"),
  }),
  ...oldPages,
];
