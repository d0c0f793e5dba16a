/** Routes for the embeddable player, its scripts, and oEmbed. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, JSON_TYPE, rawRoute } from "../../../platform/http/route.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { resolveAddress } from "../addresses/actions.ts";
import { parseAddress } from "../addresses/rules.ts";
import { type EmbedRequest, findEmbedded } from "./actions.ts";
import { ASSETS, ASSETS_VERSION } from "./assets.ts";
import { embedShell } from "./embedpage.ts";
import { oembedView, oembedXml } from "./oembed.ts";
import { type EmbedQuery, embedQuery, oembedQuery } from "./schema.ts";
import { playerView } from "./views.ts";

const tag = "Embedding";

export const playerRoutes = [
  rawRoute({
    method: "GET",
    path: "/oembed",
    tag,
    operationId: "getOembed",
    summary: "Get the embed code of a user, show or episode page",
    description:
      "`url` is the URL of a page on this server. The answer follows oEmbed 1.0 and is not wrapped in `response`; errors are.",
    access: anyone,
    query: oembedQuery,
    refusals: {
      404: "This server has no such page.",
      501: "`format` is neither `json` nor `xml`.",
    },
    contentType: "application/json",
    async handle({ query, baseUrl, reply }, deps: Deps) {
      const { url, format, ...size } = query;
      if (format !== "json" && format !== "xml")
        throw new Failure("unimplemented", "unknown-format", "format must be json or xml.");
      const subject = await askedBy(deps, url, baseUrl);
      const embedded = await findEmbedded({ db: deps.db, baseUrl }, subject);
      const answer = oembedView({ embedded, embedUrl: embedUrl(subject, baseUrl), baseUrl, size });
      reply.header("cache-control", "public, max-age=3600");
      return format === "xml"
        ? reply.type("text/xml; charset=utf-8").send(oembedXml(answer))
        : reply.type(JSON_TYPE).send(JSON.stringify(answer));
    },
  }),
  rawRoute({
    method: "GET",
    path: "/assets/player/:version/:name",
    tag: "Pages",
    operationId: "getPlayerAsset",
    summary: "Get a script or stylesheet of the player",
    access: anyone,
    params: z.object({ version: verbatim({ max: 100 }), name: verbatim({ max: 100 }) }),
    contentType: "text/javascript; charset=utf-8",
    handle({ params, reply }) {
      const text = ASSETS.get(params.name);
      if (text === undefined) throw notFound("file");
      const lasting = params.version === ASSETS_VERSION;
      const type = params.name.endsWith(".css") ? "text/css" : "text/javascript";
      return reply
        .header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache")
        .type(`${type}; charset=utf-8`)
        .send(text);
    },
  }),
];

export const playerPages = [
  page({
    method: "GET",
    path: "/embed",
    summary: "Show the embeddable player",
    access: "anyone",
    query: embedQuery,
    look: { audio: true, scripts: true, framed: true },
    async handle({ query, locale, baseUrl }, deps: Deps) {
      const embedded = await findEmbedded({ db: deps.db, baseUrl }, askedIn(query));
      const words = wordsOf(locale);
      const { autoplay, playlist, chapters, color = null, theme = null } = query;
      const compact = embedded.kind === "episode";
      const body =
        embedded.tracks.length === 0
          ? html`<p>${words.no_episodes}</p>`
          : playerView(embedded.tracks, words, { autoplay, playlist, chapters, color, compact });
      return embedShell({ title: embedded.title, words, theme, body });
    },
  }),
];

function askedIn({ episode_id, show_id, user_id, key }: EmbedQuery): EmbedRequest {
  if (episode_id !== undefined) return { kind: "episode", id: episode_id, key };
  if (show_id !== undefined) return { kind: "show", id: show_id, key };
  return { kind: "user", id: user_id ?? 0, key };
}

/** The content of a page on this server; the host must match, the scheme need not. */
async function askedBy(deps: Deps, text: string, baseUrl: string): Promise<EmbedRequest> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const ours = url !== null && /^https?:$/.test(url.protocol) && url.host === new URL(baseUrl).host;
  const address = ours ? parseAddress(below(url.pathname, baseUrl)) : null;
  const place = address && (await resolveAddress(deps.db, address));
  if (url === null || !place) throw notFound("page");
  return { ...place, key: url.searchParams.get("key") ?? undefined };
}

/** The path relative to `PUBLIC_URL`, which may contain a path. */
function below(pathname: string, baseUrl: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "";
}

/** URL of the player for `asked`. */
function embedUrl({ kind, id, key }: EmbedRequest, baseUrl: string): string {
  const query = new URLSearchParams({ [`${kind}_id`]: String(id), ...(key && { key }) });
  return `${baseUrl}/embed?${query}`;
}
