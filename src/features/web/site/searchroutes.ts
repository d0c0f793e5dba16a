/** The search page. */
import type { Deps } from "../../../deps.ts";
import { page } from "../../../platform/http/pages.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { LISTENING, searchPageQuery } from "./schema.ts";
import { findResults } from "./searchactions.ts";
import { searchPage, searchTitle } from "./searchpage.ts";

export const searchPages = [
  page({
    method: "GET",
    path: "/search",
    summary: "Search shows and episodes",
    access: "anyone",
    query: searchPageQuery,
    look: LISTENING,
    fromReplica: true,
    async handle({ session, locale, frame, baseUrl, query }, deps: Deps) {
      const words = wordsOf(locale);
      const found = await findResults(deps, query, { baseUrl, locale, words });
      return layout({
        title: searchTitle(found),
        session,
        frame,
        words,
        head: listeningHead(words),
        body: searchPage(found),
        q: query.q,
      });
    },
  }),
];
