/** A script of pages: its versioned URL, which browsers can keep for ever, and the route that serves it. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sendAsset } from "./assets.ts";
import { type Html, html } from "./html.ts";
import { verbatim } from "./params.ts";
import { anyone, type Route, rawRoute } from "./route.ts";

export const JAVASCRIPT = "text/javascript; charset=utf-8";

type Script = Readonly<{
  /** Where it is on this machine; its name is the end of its URL. */
  file: string;
  /** Its URL begins with `/assets/` and this. */
  folder: string;
  operationId: string;
  summary: string;
}>;

/** Reads the script once. `tag` loads it in a page. */
export function pageScript(script: Script): Readonly<{ tag: Html; route: Route }> {
  const { file, folder, operationId, summary } = script;
  const body = readFileSync(file, "utf8");
  const version = hash("sha256", body, "hex").slice(0, 16);
  const name = path.basename(file);
  const route = rawRoute({
    method: "GET",
    path: `/assets/${folder}/:hash/${name}`,
    tag: "Pages",
    operationId,
    summary,
    access: anyone,
    params: z.object({
      hash: verbatim({ max: 100 }).meta({
        description: "Version that the page links to; it makes caches fetch a new one.",
      }),
    }),
    contentType: JAVASCRIPT,
    handle: ({ params, request, reply }) =>
      sendAsset(request, reply, { type: JAVASCRIPT, body, lasting: params.hash === version }),
  });
  const src = `/assets/${folder}/${version}/${name}`;
  return { route, tag: html`<script type="module" src="${src}"></script>` };
}
