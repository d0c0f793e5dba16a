/** Routes of line items, which define what is delivered, to which listeners, how often and at what price. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, type Call, nothing, route } from "../../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../../people/organizations/rights.ts";
import {
  changeLineitem,
  cloneLineitem,
  createLineitem,
  deleteLineitem,
  readLineitem,
} from "./actions.ts";
import { audioAdField } from "./creatives/schema.ts";
import { findCreatives } from "./creatives/store.ts";
import { statusesOf } from "./rules.ts";
import { lineitemDetail, lineitemParams, lineitemsQuery, newLineitemParams } from "./schema.ts";
import { type LineitemRow, listLineitems } from "./store.ts";
import { lineitemView } from "./views.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;
const params = z.object({ lineitem_id: id() });
const files = { audio_ad_file: audioAdField };
const response = z.object({ lineitem: lineitemDetail });

/** The views of line items, with their creatives. */
async function viewsOf(
  deps: Deps,
  rows: readonly LineitemRow[],
  { baseUrl }: Pick<Call, "baseUrl">,
) {
  const creatives = await findCreatives(
    deps.db,
    rows.map(({ lineitem_id }) => lineitem_id),
  );
  const at = deps.clock();
  return new Map(
    rows.map((row) => [row, lineitemView(row, creatives.get(row.lineitem_id) ?? [], baseUrl, at)]),
  );
}

async function answer(deps: Deps, row: LineitemRow, call: Pick<Call, "baseUrl">) {
  const [lineitem] = (await viewsOf(deps, [row], call)).values();
  if (lineitem === undefined) throw new Error("a row has a view");
  return atRevision({ lineitem }, row.revision);
}

export const lineitemRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems",
    operationId: "listLineItems",
    summary: "List your teams' line items",
    description: "Newest first.",
    access: teamReaders,
    query: lineitemsQuery,
    response: pageOf(lineitemDetail),
    async handle(call, deps: Deps) {
      const { team_id, status, delivery_status, ...query } = call.query;
      const team_ids = await readableTeams(deps.db, call.caller, team_id);
      const wanted = { ...query, team_ids, statuses: filterOf(status, delivery_status) };
      const rows = await listLineitems(deps.db, wanted, deps.clock());
      const page = offsetPage(call, rows, (row) => row);
      return { ...page, items: [...(await viewsOf(deps, page.items, call)).values()] };
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems",
    operationId: "createLineItem",
    summary: "Create a line item",
    description:
      "Creates a draft, unless `active` is true. Send the audio as `audio_ad_file`, now or later; it is encoded in the background.",
    access: teamWriters,
    body: newLineitemParams,
    files,
    response,
    handle: async (call, deps: Deps) =>
      answer(
        deps,
        await createLineitem(deps, call.caller, call.body, call.files.audio_ad_file),
        call,
      ),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems/:lineitem_id",
    operationId: "getLineItem",
    summary: "Get a line item",
    access: teamReaders,
    params,
    response,
    handle: async (call, deps: Deps) =>
      answer(deps, await readLineitem(deps, call.caller, call.params.lineitem_id, "read"), call),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/:lineitem_id",
    operationId: "updateLineItem",
    summary: "Update a line item",
    description:
      "Send only the fields you want to change. After the first impression, `campaign_id` and `price_type` cannot be changed (409). `audio_ad_file` replaces all creatives once it is `READY`.",
    access: teamWriters,
    params,
    body: lineitemParams,
    files,
    response,
    async handle(call, deps: Deps) {
      const { params, caller, body, files, ifMatch } = call;
      const { lineitem_id } = params;
      const file = files.audio_ad_file;
      const row = await changeLineitem(deps, caller, lineitem_id, body, file, ifMatch);
      return answer(deps, row, call);
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/lineitems/:lineitem_id",
    operationId: "deleteLineItem",
    summary: "Delete a line item",
    description: "Its past delivery stays in the statistics.",
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { lineitem_id }, caller, ifMatch }, deps: Deps) {
      await deleteLineitem(deps, caller, lineitem_id, ifMatch);
      return [];
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/:lineitem_id/clone",
    operationId: "cloneLineItem",
    summary: "Clone a line item with its creatives",
    description: "The clone is a draft.",
    access: teamWriters,
    params,
    response,
    handle: async (call, deps: Deps) =>
      answer(deps, await cloneLineitem(deps, call.caller, call.params.lineitem_id), call),
  }),
];

type Query = z.infer<typeof lineitemsQuery>;

/** Statuses that match both filters; null without filters. */
function filterOf(status: Query["status"], delivery_status: Query["delivery_status"]) {
  if (status === undefined) return delivery_status === undefined ? null : [delivery_status];
  const wanted = statusesOf(status);
  return wanted.filter((one) => delivery_status === undefined || one === delivery_status);
}
