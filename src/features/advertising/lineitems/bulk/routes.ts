/** Route that changes many line items at once. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { route } from "../../../../platform/http/route.ts";
import { teamWriters } from "../../../people/organizations/rights.ts";
import { changeLineitems } from "./actions.ts";
import { bulkLineitemOutcome, bulkLineitemsParams } from "./schema.ts";

export const bulkLineitemRoutes = [
  route({
    method: "POST",
    path: "/v2/lineitems/bulk",
    tag: "Advertising",
    scope: "advertising",
    operationId: "updateLineItems",
    summary: "Update up to 200 line items",
    description:
      "All of them are changed, or none. Send `dry_run` first to see what would change and what is in the way.",
    access: teamWriters,
    body: bulkLineitemsParams,
    response: z.object({ dry_run: z.boolean(), lineitems: z.array(bulkLineitemOutcome) }),
    refusals: {
      403: "You cannot change one of the line items.",
      404: "One of the line items does not exist.",
      409: "`lineitem-canceled`: one of the line items was canceled.",
    },
    handle: async ({ caller, body }, deps: Deps) => ({
      dry_run: body.dry_run,
      lineitems: await changeLineitems(deps, caller, body),
    }),
  }),
];
