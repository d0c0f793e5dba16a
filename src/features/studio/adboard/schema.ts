/** Parameters of the board. */
import { z } from "zod";
import { BOARD_SORTS, DANGERS } from "../../advertising/lineitems/board/rules.ts";
import { DELIVERY_STATUSES } from "../../advertising/lineitems/schema.ts";
import { tableQuery } from "../tables/query.ts";

export const PRIORITIES = ["20", "30", "40", "50", "60", "70"] as const;

const [usual, ...sorts] = BOARD_SORTS;

export const boardQuery = tableQuery(
  {
    sorts: [usual, ...sorts],
    filters: {
      danger: DANGERS,
      status: DELIVERY_STATUSES,
      priority: PRIORITIES,
      campaign: /^\d{1,15}$/,
    },
  },
  // The fill is only computed when it is asked for: it replays thousands of decisions.
  { fill: z.literal("1").optional().catch(undefined) },
);
