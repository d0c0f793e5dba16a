/** The site map of all public shows and episodes: an index, and parts by ranges of ids. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { html, trusted } from "../../../platform/http/html.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { findLastIds, listEpisodesBetween, listShowsBetween } from "./store.ts";

/**
 * The most ids, and so addresses, of a part. Ranges of ids need no counting: the index reads the two greatest ids, and a
 * part stays the same while others grow.
 */
const PART = 5000;

/** Enough for five hundred million of each; what is above is not an address of this server. */
const NAME = /^(shows|episodes)-([1-9]\d{0,4})\.xml$/;

const HOUR = "public, max-age=3600";
const XML = "application/xml; charset=utf-8";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

const shared = {
  method: "GET",
  tag: "Pages",
  access: anyone,
  contentType: "application/xml",
} as const;

type Entry = Readonly<{ id: number; updated_at: Date }>;

const LISTS = {
  shows: { list: listShowsBetween, at: "show" },
  episodes: { list: listEpisodesBetween, at: "episode" },
} as const;

export const sitemapRoutes = [
  rawRoute({
    ...shared,
    path: "/sitemap.xml",
    operationId: "getSitemapIndex",
    summary: "Get the index of the site map",
    fromReplica: true,
    async handle({ reply, baseUrl }, { db }: Pick<Deps, "db">) {
      const { shows, episodes } = await findLastIds(db);
      const parts = [...namesOf("shows", shows), ...namesOf("episodes", episodes)];
      const index = html`<sitemapindex xmlns="${SPACE}">${parts.map(
        (name) => html`
<sitemap><loc>${baseUrl}/sitemaps/${name}</loc></sitemap>`,
      )}
</sitemapindex>`;
      return reply.header("cache-control", HOUR).type(XML).send(`${DECLARATION}${index.text}\n`);
    },
  }),
  rawRoute({
    ...shared,
    path: "/sitemaps/:name",
    operationId: "getSitemap",
    summary: "Get a part of the site map",
    params: z.object({ name: z.string().max(40).regex(NAME) }),
    fromReplica: true,
    async handle({ params, reply, baseUrl }, { db }: Pick<Deps, "db">) {
      const [, kind, part] = NAME.exec(params.name) ?? [];
      if (kind !== "shows" && kind !== "episodes") throw notFound("file");
      const { list, at } = LISTS[kind];
      const first = (Number(part) - 1) * PART + 1;
      const entries = await list(db, first, first + PART - 1);
      reply.header("cache-control", HOUR).type(XML);
      return reply.send(`${DECLARATION}${urlset(entries, `${baseUrl}/${at}/`)}\n`);
    },
  }),
];

const namesOf = (kind: keyof typeof LISTS, last: number): string[] =>
  Array.from({ length: Math.ceil(last / PART) }, (_, at) => `${kind}-${at + 1}.xml`);

const urlset = (entries: readonly Entry[], base: string): string =>
  html`${trusted(`<urlset xmlns="${SPACE}">`)}${entries.map(
    ({ id, updated_at }) => html`
<url><loc>${base}${id}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>`,
  )}
</urlset>`.text;
