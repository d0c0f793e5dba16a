/** Parameters of lists of episodes. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";
import { EPISODE_SORTS, EPISODE_STATES } from "../../publishing/episodes/editable/rules.ts";
import { tableQuery } from "../tables/query.ts";

export const showId = z.object({ show_id: id() });

/** The ages at which the list compares episodes, in days; a sort `d7` is by the figure after 7 days. */
export const DAYS = [1, 7, 30] as const;

const [usual, ...sorts] = EPISODE_SORTS;

export const episodesQuery = tableQuery(
  {
    sorts: [`-${usual}`, ...sorts, ...DAYS.map((days) => `d${days}`)],
    filters: { state: EPISODE_STATES, season: /^\d{1,6}$/, tag: /^.{1,60}$/ },
  },
  {},
);
