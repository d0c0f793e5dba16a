/** The scopes of campaign statistics, and what their endpoints have in common. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";
import type { Call } from "../../../platform/http/route.ts";
import { teamReaders } from "../../people/organizations/rights.ts";
import type { StatisticsDeps } from "../statistics/schema.ts";
import { type Noun, requireAdScope } from "./actions.ts";
import { campaignItem, lineitemItem } from "./schema.ts";

export type Family = Readonly<{
  noun: Noun;
  /** The records in its totals list; null: it has no children. */
  list: "campaign" | "lineitem" | null;
  /** Whether a single sum for a date range can be requested. */
  ranged: boolean;
}>;

export const FAMILIES: readonly Family[] = [
  { noun: "organization", list: "campaign", ranged: false },
  { noun: "campaign", list: "lineitem", ranged: true },
  { noun: "lineitem", list: null, ranged: true },
];
export const ITEMS = { campaign: campaignItem, lineitem: lineitemItem };

export const common = (noun: Noun) =>
  ({
    method: "GET",
    tag: "Campaign statistics",
    scope: ["statistics", "advertising"],
    access: teamReaders,
    params: z.object({ [`${noun}_id`]: id() }),
  }) as const;
export const pathOf = (noun: Noun, rest: string) => `/v2/${noun}s/:${noun}_id/${rest}`;
export const OF: Record<Noun, string> = {
  organization: "all campaigns of an organization's team",
  campaign: "a campaign",
  lineitem: "a line item",
};
/** The scope in operation ids. */
export const NAMES: Record<Noun, string> = {
  organization: "OrganizationCampaign",
  campaign: "Campaign",
  lineitem: "LineItem",
};

export type Asking = Pick<
  Call<Record<string, unknown>, unknown, unknown, true>,
  "params" | "caller"
>;

/** The scope in the path, after checking the caller's right. */
export const scopeOf = (deps: StatisticsDeps, noun: Noun, { params, caller }: Asking) =>
  requireAdScope(deps, caller, noun, Number(params[`${noun}_id`]));
