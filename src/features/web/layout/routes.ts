/** Serves the stylesheet, the accents and the fonts of all pages. */
import { z } from "zod";
import { notFound } from "../../../platform/failure.ts";
import { sendAsset } from "../../../platform/http/assets.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { accentCss } from "./accent.ts";
import { FONTS, FONTS_PATH } from "./fonts.ts";
import { STYLESHEET, STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.ts";
import { tintCss } from "./tint.ts";

const CSS = "text/css; charset=utf-8";

export const layoutRoutes = [
  rawRoute({
    method: "GET",
    path: STYLESHEET_PATH,
    tag: "Pages",
    operationId: "getStylesheet",
    summary: "Get the stylesheet of the pages",
    access: anyone,
    query: z.object({
      v: verbatim({ max: 100 })
        .optional()
        .meta({ description: "Version that the page links to; it makes caches fetch a new one." }),
    }),
    contentType: CSS,
    handle({ query, request, reply }) {
      const lasting = query.v === STYLESHEET_VERSION;
      return sendAsset(request, reply, { type: CSS, body: STYLESHEET, lasting });
    },
  }),
  rawRoute({
    method: "GET",
    path: "/assets/accent/:name",
    tag: "Pages",
    operationId: "getAccent",
    summary: "Get the stylesheet of an accent colour",
    description:
      "The colour as six hexadecimal digits; after `tint-`, the colour of a cover. What a URL leads to never changes.",
    access: anyone,
    params: z.object({
      name: z
        .string()
        .max(20)
        .regex(/^(tint-)?[0-9a-f]{6}\.css$/),
    }),
    contentType: CSS,
    handle({ params, request, reply }) {
      const colour = `#${params.name.slice(-10, -4)}`;
      const body = params.name.startsWith("tint-") ? tintCss(colour) : accentCss(colour);
      return sendAsset(request, reply, { type: CSS, body, lasting: true });
    },
  }),
  rawRoute({
    method: "GET",
    path: `${FONTS_PATH}/:name`,
    tag: "Pages",
    operationId: "getFont",
    summary: "Get a font of the pages",
    access: anyone,
    params: z.object({ name: verbatim({ max: 100 }) }),
    contentType: "font/woff2",
    handle({ params, request, reply }) {
      const font = FONTS.get(params.name);
      if (font === undefined) throw notFound("file");
      return sendAsset(request, reply, { type: "font/woff2", body: font, lasting: true });
    },
  }),
];
