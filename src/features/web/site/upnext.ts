/** Finds what plays after an episode: the next ones of its show, for the player's script. */

import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { PageData } from "../../../platform/http/pagedata.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { id } from "../../../platform/http/params.ts";
import { findListPosition, listEpisodes } from "../../publishing/episodes/lists/store.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { isShowOpen } from "./episodecontext.ts";
import { placeQuery } from "./schema.ts";
import { playableOf } from "./views.ts";

/** So many that some are left when those that were heard before are skipped. */
const MOST = 20;

export const upNextPages = [
  page({
    method: "GET",
    path: "/episode/:episode_id/next",
    summary: "List what plays after an episode, for the player",
    access: "anyone",
    params: z.object({ episode_id: id() }),
    query: placeQuery,
    fromReplica: true,
    async handle({ params: { episode_id }, query: { key }, session, baseUrl }, deps: Deps) {
      const { db } = deps;
      const caller = session && callerOf(session);
      const found = await findEpisode(db, episode_id);
      const { episode } = await requireEpisodeVisibleTo(db, caller, found, key);
      const { show_id } = episode;
      const show = await findShow(db, show_id);
      // The key of an episode opens only this one.
      if (show === undefined || !isShowOpen(episode, key)) return new PageData({ episodes: [] });
      const rows = await listEpisodes(db, {
        of: { column: "show_id", id: show_id },
        editable: false,
        oldest: show.episodes_sorting === "oldest",
        after: (await findListPosition(db, episode_id)) ?? null,
        limit: MOST,
      });
      const from = { baseUrl, key, show_title: show.title };
      const views = rows.slice(0, MOST).map((row) => episodeSummaryView(row, baseUrl));
      return new PageData({ episodes: views.map((view) => playableOf(view, from)) });
    },
  }),
];
