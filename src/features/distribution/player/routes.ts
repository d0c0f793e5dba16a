/** Routes for the embeddable player, its scripts, and oEmbed. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { sendAsset } from "../../../platform/http/assets.ts";
import { page } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import type { ResponseCache } from "../../../platform/http/responsecache.ts";
import { anyone, JSON_TYPE, rawRoute } from "../../../platform/http/route.ts";
import { readIdentity } from "../../web/identity/actions.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { resolveAddress } from "../addresses/actions.ts";
import { parseAddress } from "../addresses/rules.ts";
import { type EmbedRequest, findEmbedded } from "./actions.ts";
import { ASSETS, ASSETS_VERSION } from "./assets.ts";
import { embedBody, embedShell, goneShell } from "./embedpage.ts";
import { oembedView, oembedXml } from "./oembed.ts";
import { type EmbedQuery, embedQuery, oembedQuery } from "./schema.ts";

const tag = "Embedding";

type OembedDeps = Readonly<{ responses: ResponseCache }>;

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
    async handle({ query, baseUrl, request, reply }, deps: Deps & OembedDeps) {
      const moment = deps.responses.moment();
      const { url, format, ...size } = query;
      if (format !== "json" && format !== "xml")
        throw new Failure("unimplemented", "unknown-format", "format must be json or xml.");
      const subject = await askedBy(deps, url, baseUrl);
      const embedded = await findEmbedded({ db: deps.db, baseUrl }, subject);
      // Not as pages read it: they may show a name that is a second old.
      const { name } = await readIdentity(deps);
      const player = embedUrl(subject, baseUrl);
      const answer = oembedView({ embedded, embedUrl: player, site: name, baseUrl, size });
      const headers = { "cache-control": "public, max-age=3600" };
      const [type, text] =
        format === "xml"
          ? ["text/xml; charset=utf-8", oembedXml(answer)]
          : [JSON_TYPE, JSON.stringify(answer)];
      const body = Buffer.from(text);
      const subjects = [...embedded.subjects, "site"];
      deps.responses.keep(request, moment, { subjects, headers, etag: null, type, body });
      return reply.headers(headers).type(type).send(body);
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
    handle({ params, request, reply }) {
      const body = ASSETS.get(params.name);
      if (body === undefined) throw notFound("file");
      const lasting = params.version === ASSETS_VERSION;
      const language = params.name.endsWith(".css") ? "css" : "javascript";
      return sendAsset(request, reply, { type: `text/${language}; charset=utf-8`, body, lasting });
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
    fromReplica: true,
    async handle({ query, locale, frame, baseUrl, reply }, deps: Deps) {
      const { site } = frame;
      const asked = askedIn(query);
      const shell = { site, words: wordsOf(locale), theme: query.theme ?? null };
      const embedded = await findEmbedded({ db: deps.db, baseUrl }, asked).catch(nullIfMissing);
      if (embedded === null) {
        reply.status(404);
        return goneShell(shell, asked.kind, baseUrl);
      }
      const body = embedBody(embedded, query, shell.words, site.name);
      return embedShell({ ...shell, title: embedded.title, body });
    },
  }),
];

/** What was deleted or withdrawn is shown within the frame: browsers show an error page that refuses frames as broken. */
function nullIfMissing(error: unknown): null {
  if (error instanceof Failure && error.kind === "not-found") return null;
  throw error;
}

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
