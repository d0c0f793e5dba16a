/** The living style page of the studio: its components with invented figures, in the language of the page. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { chartWords } from "../charts/words.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { rangeOf, rangeParamsOf } from "../range/rules.ts";
import { rangeParams } from "../range/schema.ts";
import { rangeControl } from "../range/views.ts";
import { rangeWords } from "../range/words.ts";
import { timezoneOf } from "../range/zones.ts";
import { tableQuery } from "../tables/query.ts";
import { tableWords } from "../tables/words.ts";
import { specimenCharts, specimenList, specimenSheet } from "./views.ts";

const PATH = "/studio/style";

const query = tableQuery(
  { sorts: ["-downloads", "title", "week"], filters: { state: ["published", "draft"] } },
  { ...rangeParams, done: z.string().max(20).optional().catch(undefined) },
);

export const stylePages = [
  page({
    method: "GET",
    path: PATH,
    summary: "Show the components of the studio",
    access: "signed-in",
    query,
    look: STUDIO_LOOK,
    handle(call, deps: Deps) {
      const { table, ...asked } = call.query;
      if (table.isCsv) return { sheet: specimenSheet(table) };
      const range = rangeOf(asked, { timezone: timezoneOf(call.session), now: deps.clock() });
      const body = html`
${rangeControl({ words: rangeWords(call.locale), range, path: PATH })}
${specimenCharts(chartWords(call.locale), range)}
${specimenList({ words: tableWords(call.locale), query: table, keep: rangeParamsOf(range), csrf: call.csrf })}`;
      return studioLayout(call, deps, {
        title: "Style of the studio",
        subtitle: "Each component with invented figures.",
        body,
        done: { sent: { text: "Episodes published.", undo: { action: PATH } } },
        head: html`${script("charts/browser/cursor.js")}${script("tables/browser/list.js")}${script("range/browser/range.js")}`,
      });
    },
  }),
  page({
    method: "POST",
    path: PATH,
    summary: "Send the form of the list of the style page, which changes nothing",
    access: "signed-in",
    handle: () => doneAt(PATH, "sent"),
  }),
];
