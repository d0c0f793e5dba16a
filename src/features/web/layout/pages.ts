/** The pages about the pages themselves: their language, and their style. */
import { z } from "zod";
import { setCookie } from "../../../platform/http/cookies.ts";
import { html } from "../../../platform/http/html.ts";
import { LOCALE_COOKIE } from "../../../platform/http/locale.ts";
import { localPath } from "../../../platform/http/localpath.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { LANGUAGES } from "./rules.ts";
import { styleView } from "./styleview.ts";
import { layout } from "./views.ts";

const YEAR = 365 * 86_400;

export const layoutPages = [
  page({
    method: "GET",
    path: "/language/:lang",
    summary: "Show pages in another language from now on",
    access: "anyone",
    params: z.object({ lang: z.enum(LANGUAGES.map(([lang]) => lang)) }),
    query: z.object({ next: verbatim({ max: 2000 }).optional() }),
    handle({ params, query, reply, baseUrl }) {
      setCookie(reply, { name: LOCALE_COOKIE, value: params.lang, life: YEAR, baseUrl });
      return redirect(localPath(query.next) ?? "/");
    },
  }),
  page({
    method: "GET",
    path: "/style",
    summary: "Show the components of the pages",
    access: "anyone",
    handle: ({ session, frame }) =>
      layout({
        session,
        frame,
        title: "Style",
        head: html`<meta name="robots" content="noindex">`,
        body: styleView(),
      }),
  }),
];
