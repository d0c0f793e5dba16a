/** The page of an episode's numbers. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { id } from "../../../platform/http/params.ts";
import type { StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { chartWords } from "../charts/words.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { rangeOf } from "../range/rules.ts";
import { rangeParams } from "../range/schema.ts";
import { rangeWords } from "../range/words.ts";
import { readEpisodeNumbers } from "./actions.ts";
import { numbersView } from "./views.ts";
import { episodeNumbersWords } from "./words.ts";

export const episodeNumbersPages = [
  page({
    method: "GET",
    path: "/studio/episodes/:episode_id/numbers",
    summary: "Show an episode's numbers",
    access: "signed-in",
    params: z.object({ episode_id: id() }),
    query: z.object(rangeParams),
    look: STUDIO_LOOK,
    async handle(call, deps: Deps & StatisticsDeps) {
      const { params, query, session, locale } = call;
      const row = await findOwnEpisode(deps, session, params.episode_id);
      // Statistics are counted by UTC days.
      const range = rangeOf(query, { timezone: "UTC", now: deps.clock() });
      const body = numbersView({
        words: episodeNumbersWords(locale),
        charts: chartWords(locale),
        ranges: rangeWords(locale),
        range,
        path: `/studio/episodes/${row.episode_id}/numbers`,
        numbers: await readEpisodeNumbers(deps, callerOf(session), row, range),
      });
      const head = html`${stylesheet("episodenumbers/browser/numbers.css")}${script("charts/browser/cursor.js")}${script("range/browser/range.js")}`;
      return episodeLayout(call, deps, row, { body, head });
    },
  }),
];
