/** The page of an episode's history: who changed what, and when. */
import type { Deps } from "../../../deps.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { requireHistory } from "../../people/audit/rights.ts";
import { listEntries } from "../../people/audit/store.ts";
import { entryView } from "../../people/audit/views.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { episodeWords } from "../episode/words.ts";
import { stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { episodeId, historyQuery, PAGE_ENTRIES } from "./schema.ts";
import { historyView } from "./views.ts";
import { historyWords } from "./words.ts";

export const historyPages = [
  page({
    method: "GET",
    path: "/studio/episodes/:episode_id/history",
    summary: "Show who changed an episode",
    access: "signed-in",
    params: episodeId,
    query: historyQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { params, query, session, locale } = call;
      const { episode_id } = params;
      const row = await findOwnEpisode(deps, session, episode_id);
      const scope = await requireHistory(deps.db, callerOf(session), `episode:${episode_id}`);
      const before = query.before ?? null;
      const found = await listEntries(deps.db, scope, { before, limit: PAGE_ENTRIES });
      const rows = found.slice(0, PAGE_ENTRIES);
      const body = historyView({
        words: historyWords(locale),
        terms: episodeWords(locale),
        timeZone: timezoneOf(session),
        path: `/studio/episodes/${episode_id}/history`,
        entries: rows.map((entry) => {
          const { actor, via, action, before: past, after } = entryView(entry);
          return { at: entry.at, actor: actor?.fullname ?? null, via, action, before: past, after };
        }),
        next: found.length > PAGE_ENTRIES ? (rows.at(-1)?.entry_id ?? null) : null,
        isFirst: before === null,
      });
      return episodeLayout(call, deps, row, {
        body,
        head: stylesheet("history/browser/history.css"),
      });
    },
  }),
];
