/** The page of the requests of the whole server that did not count, by reason, for admins. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { listAllExclusions } from "../../measurement/audience/store.ts";
import { script } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { exclusionsSheet, exclusionsView } from "../numbers/exclusions.ts";
import { numbersWords } from "../numbers/words.ts";
import { rangeOf, rangeParamsOf } from "../range/rules.ts";
import { rangeParams } from "../range/schema.ts";
import { rangeControl } from "../range/views.ts";
import { rangeWords } from "../range/words.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { operateWords } from "./words.ts";

const PATH = "/studio/operate/exclusions";

export const operateExclusionPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "Show admins which requests were not counted, by reason",
    access: "signed-in",
    query: z.object({
      ...rangeParams,
      format: verbatim({ max: 10 }).optional().catch(undefined),
    }),
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      adminOf(call);
      const words = operateWords(call.locale);
      const terms = numbersWords(call.locale);
      const { format, ...query } = call.query;
      // Days of the ledgers are days of UTC.
      const range = rangeOf({ ...query, compare: "none" }, { timezone: "UTC", now: deps.clock() });
      const rows = await listAllExclusions(deps.db, range);
      if (format === "csv")
        return {
          sheet: { name: `exclusions-${range.from}-${range.to}`, ...exclusionsSheet(terms, rows) },
        };
      const csv = String(new URLSearchParams({ ...rangeParamsOf(range), format: "csv" }));
      return operateLayout(call, deps, {
        title: words.exclusions,
        head: script("range/browser/range.js"),
        body: html`${rangeControl({ words: rangeWords(call.locale), range, path: PATH, note: words.days_utc })}
${exclusionsView(terms, rows)}
${rows.length > 0 && html`<p><a href="${PATH}?${csv}" download>${words.csv}</a></p>`}`,
      });
    },
  }),
];
