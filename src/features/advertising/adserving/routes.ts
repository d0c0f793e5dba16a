/** Forecasts of line items, diagnoses of why they did or did not run, and the slots of the coming weeks. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id } from "../../../platform/http/params.ts";
import { route } from "../../../platform/http/route.ts";
import { readableTeams, teamReaders } from "../../people/organizations/rights.ts";
import { diagnose } from "./diagnosing/actions.ts";
import { diagnosisDetail, diagnosisQuery } from "./diagnosing/schema.ts";
import { forecast } from "./forecasting/actions.ts";
import { forecastDetail, forecastParams } from "./forecasting/schema.ts";
import { readInventory } from "./inventory/actions.ts";
import { inventoryDetail, inventoryQuery } from "./inventory/schema.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;

export const adservingRoutes = [
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/forecast",
    operationId: "forecastLineItem",
    summary: "Forecast the delivery of a line item",
    description:
      "Replays samples of the last 28 days with the line item added. The fields you send change the line item for the forecast only. Frequency caps are not taken into account.",
    access: teamReaders,
    body: forecastParams,
    response: z.object({ forecast: forecastDetail }),
    handle: async ({ caller, body }, deps: Deps) => ({
      forecast: await forecast(deps, caller, body),
    }),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems/:lineitem_id/diagnosis",
    operationId: "getLineItemDiagnosis",
    summary: "Get the reasons why a line item did or did not run",
    access: teamReaders,
    params: z.object({ lineitem_id: id() }),
    query: diagnosisQuery,
    response: z.object({ diagnosis: diagnosisDetail }),
    handle: async ({ params, query, caller }, deps: Deps) => ({
      diagnosis: await diagnose(deps, caller, params.lineitem_id, query),
    }),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/inventory",
    operationId: "getInventory",
    summary: "Get the slots of the coming weeks, and how many are booked",
    description:
      "Replays samples of the last 28 days, as forecasts do, on the shows that your teams may book. `booked` includes line items of other teams.",
    access: teamReaders,
    query: inventoryQuery,
    response: z.object({ inventory: inventoryDetail }),
    async handle({ caller, query }, deps: Deps) {
      const team_ids = await readableTeams(deps.db, caller, query.team_id);
      return { inventory: await readInventory(deps, team_ids, query) };
    },
  }),
];
