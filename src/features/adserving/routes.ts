/** Forecasts of line items, and why they did or did not run. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { id } from "../../platform/http/params.ts";
import { route } from "../../platform/http/route.ts";
import { teamReaders } from "../organizations/rights.ts";
import { diagnose } from "./diagnosing/actions.ts";
import { diagnosisDetail, diagnosisQuery } from "./diagnosing/schema.ts";
import { forecast } from "./forecasting/actions.ts";
import { forecastDetail, forecastParams } from "./forecasting/schema.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;

export const adservingRoutes = (deps: Pick<Deps, "db" | "clock">) => [
  route({
    ...common,
    method: "POST",
    path: "/v2/lineitems/forecast",
    summary: "What a line item would get",
    description:
      "Replays samples of the last 28 days with it added. What is sent changes the line item for the forecast alone. Frequency caps are not in it.",
    access: teamReaders,
    body: forecastParams,
    response: z.object({ forecast: forecastDetail }),
    handle: async ({ viewer, body }) => ({ forecast: await forecast(deps, viewer, body) }),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/lineitems/:lineitem_id/diagnosis",
    summary: "Why a line item did or did not run",
    access: teamReaders,
    params: z.object({ lineitem_id: id() }),
    query: diagnosisQuery,
    response: z.object({ diagnosis: diagnosisDetail }),
    handle: async ({ params, query, viewer }) => ({
      diagnosis: await diagnose(deps, viewer, params.lineitem_id, query),
    }),
  }),
];
