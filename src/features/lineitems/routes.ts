/** Line items: what is delivered, to whom, how often and for how much. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { offsetPage, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { atRevision, type Call, nothing, route } from "../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../organizations/rights.ts";
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

/** The views of line items, with what of them is heard. */
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

export const lineitemRoutes = (deps: Deps) => [
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems",
    summary: "Line items of your teams, newest first",
    access: teamReaders,
    query: lineitemsQuery,
    response: pageOf(lineitemDetail),
    async handle(call) {
      const { team_id, status, delivery_status, ...query } = call.query;
      const team_ids = await readableTeams(deps.db, call.viewer, team_id);
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
    summary: "Create a line item",
    description:
      "A draft, unless `active` is true. Its audio comes as `audio_ad_file`, now or later; it is encoded in the background.",
    access: teamWriters,
    body: newLineitemParams,
    files,
    response,
    handle: async (call) =>
      answer(
        deps,
        await createLineitem(deps, call.viewer, call.body, call.files.audio_ad_file),
        call,
      ),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems/:lineitem_id",
    summary: "A line item",
    access: teamReaders,
    params,
    response,
    handle: async (call) =>
      answer(deps, await readLineitem(deps, call.viewer, call.params.lineitem_id, "read"), call),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/:lineitem_id",
    summary: "Change a line item",
    description:
      "Send only what is to change. After the first impression, `campaign_id` and `price_type` stay as they are (409). `audio_ad_file` takes the place of all creatives, once it is READY.",
    access: teamWriters,
    params,
    body: lineitemParams,
    files,
    response,
    async handle(call) {
      const { params, viewer, body, files, ifMatch } = call;
      const { lineitem_id } = params;
      const file = files.audio_ad_file;
      const row = await changeLineitem(deps, viewer, lineitem_id, body, file, ifMatch);
      return answer(deps, row, call);
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/lineitems/:lineitem_id",
    summary: "Delete a line item; its past stays in the statistics",
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { lineitem_id }, viewer, ifMatch }) {
      await deleteLineitem(deps, viewer, lineitem_id, ifMatch);
      return [];
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/:lineitem_id/clone",
    summary: "Make a draft like a line item, with its creatives",
    access: teamWriters,
    params,
    response,
    handle: async (call) =>
      answer(deps, await cloneLineitem(deps, call.viewer, call.params.lineitem_id), call),
  }),
];

type Query = z.infer<typeof lineitemsQuery>;

/** What both filters leave; null when there is none. */
function filterOf(status: Query["status"], delivery_status: Query["delivery_status"]) {
  if (status === undefined) return delivery_status === undefined ? null : [delivery_status];
  const wanted = statusesOf(status);
  return wanted.filter((one) => delivery_status === undefined || one === delivery_status);
}
