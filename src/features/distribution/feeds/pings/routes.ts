/** The route that lists announcements, for editors of the show. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../../platform/http/paging.ts";
import { id } from "../../../../platform/http/params.ts";
import { editorOf, route } from "../../../../platform/http/route.ts";
import { wireTime } from "../../../../platform/text/time.ts";
import { requireEditableShow } from "../../../publishing/shows/rights.ts";
import { listPings } from "./store.ts";

const feedPing = z
  .object({
    ping_id: z.int(),
    kind: z.enum(["WEBSUB", "PODPING"]),
    target: z.string(),
    state: z.enum(["PENDING", "DONE", "FAILED"]),
    attempts: z.int(),
    error: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "FeedPing" });

export const pingRoutes = [
  route({
    method: "GET",
    path: "/v2/shows/:show_id/feed-pings",
    tag: "Feeds",
    operationId: "listShowFeedPings",
    summary: "List the announcements of a show's feed",
    description: "Newest first. Kept for 30 days.",
    access: editorOf("show"),
    params: z.object({ show_id: id() }),
    query: z.object(lastIdPaging()),
    response: pageOf(feedPing),
    async handle(call, { db }: Deps) {
      const { limit, last_id = null } = call.query;
      const { show_id } = call.params;
      await requireEditableShow(db, call.caller, show_id);
      const rows = await listPings(db, show_id, last_id, limit);
      return lastIdPage(
        call,
        rows,
        (row) => row.ping_id,
        (row) => ({
          ...row,
          kind: row.kind,
          state: row.state,
          created_at: wireTime(row.created_at),
          updated_at: wireTime(row.updated_at),
        }),
      );
    },
  }),
];
