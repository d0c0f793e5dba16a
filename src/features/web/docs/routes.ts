/** The pages of the API documentation, and their scripts and styles. */
import { notFound } from "../../../platform/failure.ts";
import { sendAsset } from "../../../platform/http/assets.ts";
import type { KeptText } from "../../../platform/http/kepttext.ts";
import { type PageCall, page } from "../../../platform/http/pages.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import type { Docs } from "./actions.ts";
import { chapterUrl, guideUrl } from "./rules.ts";
import { assetParams, chapterParams, docsQuery, guideParams } from "./schema.ts";

type DocsDeps = Readonly<{ docs: Docs }>;

/** What plays goes on playing while one reads, as on the public pages. */
const shared = {
  method: "GET",
  access: "anyone",
  isShared: true,
  look: { audio: true, scripts: true },
} as const;

export const docsPages = [
  page({
    ...shared,
    path: "/docs",
    summary: "Show the overview of the API documentation",
    handle: (call, deps: DocsDeps) => keptPage(deps, "/docs", call),
  }),
  page({
    ...shared,
    path: "/docs/search",
    summary: "Search the API documentation",
    query: docsQuery,
    handle: ({ query, frame }, { docs }: DocsDeps) => docs.search(query.q.trim(), frame.site),
  }),
  page({
    ...shared,
    path: "/docs/:chapter",
    summary: "Show a chapter of the API documentation",
    params: chapterParams,
    handle: (call, deps: DocsDeps) => keptPage(deps, chapterUrl(call.params.chapter), call),
  }),
  page({
    ...shared,
    path: "/docs/guides/:guide",
    summary: "Show a guide",
    params: guideParams,
    handle: (call, deps: DocsDeps) => keptPage(deps, guideUrl(call.params.guide), call),
  }),
];

function keptPage({ docs }: DocsDeps, path: string, { baseUrl, frame }: PageCall): KeptText {
  const found = docs.page(path, { baseUrl, site: frame.site });
  if (found === null) throw notFound("page");
  return found;
}

export const docsRoutes = [
  rawRoute({
    method: "GET",
    path: "/assets/docs/:version/:name",
    tag: "Pages",
    operationId: "getDocsAsset",
    summary: "Get a script, the stylesheet or the search index of the documentation",
    access: anyone,
    params: assetParams,
    contentType: "text/javascript; charset=utf-8",
    handle({ params, request, reply }, { docs }: DocsDeps) {
      const assets = docs.assets();
      const file = assets.find(params.name);
      if (file === null) throw notFound("file");
      const lasting = params.version === assets.version;
      return sendAsset(request, reply, { type: file.type, body: file.encoded, lasting });
    },
  }),
];
