/** Serves the site's icons, its manifest and its rules for robots. */
import { LRUCache } from "lru-cache";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { iconIco, iconPng, iconSvg, inksOf } from "./icons.ts";

/** Icons that a process has drawn; drawing 512 pixels takes 60 ms. */
export type IconCache = Readonly<{
  drawIcon(accent: string | null, side: number): Promise<Buffer>;
}>;

/** A few colours, in case somebody tries several. */
const KEPT = 12;

export function openIcons(): IconCache {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });
  return {
    drawIcon(accent, side) {
      const name = `${accent}-${side}`;
      const icon = drawn.get(name) ?? iconPng(inksOf(accent), side);
      drawn.set(name, icon);
      return icon;
    },
  };
}

/** Icons have fixed addresses, so a change of the accent shows after an hour. */
const HOUR = "public, max-age=3600";

const shared = { method: "GET", tag: "Pages", access: anyone } as const;

const png = (path: string, operationId: string, summary: string, side: number) =>
  rawRoute({
    ...shared,
    path,
    operationId,
    summary,
    contentType: "image/png",
    async handle({ reply }, { siteIdentity, drawIcon }: SiteDeps & IconCache) {
      const { accent } = await siteIdentity.read();
      reply.header("cache-control", HOUR).type("image/png");
      return reply.send(await drawIcon(accent, side));
    },
  });

const FAVICON_SIDE = 48;

export const iconRoutes = [
  rawRoute({
    ...shared,
    path: "/favicon.ico",
    operationId: "getFavicon",
    summary: "Get the icon of the site as ICO",
    contentType: "image/x-icon",
    async handle({ reply }, { siteIdentity, drawIcon }: SiteDeps & IconCache) {
      const { accent } = await siteIdentity.read();
      const icon = iconIco(await drawIcon(accent, FAVICON_SIDE), FAVICON_SIDE);
      return reply.header("cache-control", HOUR).type("image/x-icon").send(icon);
    },
  }),
  rawRoute({
    ...shared,
    path: "/icon.svg",
    operationId: "getIcon",
    summary: "Get the icon of the site as SVG",
    contentType: "image/svg+xml",
    async handle({ reply }, { siteIdentity }: SiteDeps) {
      const { accent } = await siteIdentity.read();
      reply.header("cache-control", HOUR).type("image/svg+xml");
      return reply.send(iconSvg(inksOf(accent)));
    },
  }),
  png("/apple-touch-icon.png", "getTouchIcon", "Get the icon of the site for home screens", 180),
  png("/icon-192.png", "getSmallIcon", "Get the icon of the site with 192 pixels", 192),
  png("/icon-512.png", "getLargeIcon", "Get the icon of the site with 512 pixels", 512),
  rawRoute({
    ...shared,
    path: "/site.webmanifest",
    operationId: "getWebManifest",
    summary: "Get the web app manifest of the site",
    contentType: "application/manifest+json",
    async handle({ reply }, { siteIdentity }: SiteDeps) {
      const { name, tagline, accent } = await siteIdentity.read();
      const icon = (side: number) => ({
        src: `/icon-${side}.png`,
        sizes: `${side}x${side}`,
        type: "image/png",
      });
      const manifest = {
        name,
        short_name: name,
        ...(tagline === null ? {} : { description: tagline }),
        start_url: "/",
        display: "minimal-ui",
        background_color: "#f6f3ec",
        theme_color: inksOf(accent).ground,
        icons: [icon(192), icon(512)],
      };
      reply.header("cache-control", HOUR).type("application/manifest+json; charset=utf-8");
      return reply.send(JSON.stringify(manifest));
    },
  }),
  rawRoute({
    ...shared,
    path: "/robots.txt",
    operationId: "getRobots",
    summary: "Get the rules for robots",
    contentType: "text/plain",
    handle({ reply, baseUrl }) {
      const lines = [
        "User-agent: *",
        ...CLOSED.map((path) => `Disallow: ${path}`),
        "",
        `Sitemap: ${baseUrl}/sitemap.xml`,
        "",
      ];
      reply.header("cache-control", HOUR).type("text/plain; charset=utf-8");
      return reply.send(lines.join("\n"));
    },
  }),
];

/** Pages that lead robots nowhere. Audio and images stay open: search engines show them with what they found. */
const CLOSED = ["/language/", "/oauth2/", "/search", "/settings", "/sign-in", "/sign-up", "/style"];
