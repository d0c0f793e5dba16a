/** Reads what a report shows from parameters and fields, and writes it as fields; pure. */
import { isDay } from "../../../platform/statistics/calendar.ts";
import {
  DIMENSIONS,
  type Dimension,
  groupOf,
  PERIODS,
} from "../../measurement/campaignreports/rules.ts";
import { paramsOfSpec } from "../../measurement/campaignreports/saved/views.ts";
import { type ReportSpec, specProblems } from "../../measurement/campaignreports/schema.ts";

type Given = Readonly<Record<string, unknown>>;

/** The dates that figures can be grouped by, each of which excludes the others. */
export const GROUPS = ["day", "week", "month"] as const;
export const PARTS = ["advertiser", "campaign", "lineitem", "show", "creative"] as const;

const MOST_TEXT = 200;
const textOf = (value: unknown): string =>
  typeof value === "string" && value.length <= MOST_TEXT ? value.trim() : "";

/** `dimensions=day,campaign` of a link, or the fields of the form; a link without either: by campaign. */
export function dimensionsIn(given: Given): readonly Dimension[] {
  const isForm = Object.hasOwn(given, "group");
  if (!isForm && !Object.hasOwn(given, "dimensions")) return ["campaign"];
  const chosen = isForm
    ? [textOf(given.group), ...PARTS.filter((part) => textOf(given[`by_${part}`]) !== "")]
    : textOf(given.dimensions).split(",");
  return DIMENSIONS.filter((one) => chosen.includes(one));
}

const idIn = (value: unknown): number | null => {
  const text = textOf(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
};

/** What is malformed counts as not given, except days: they are a field that people type. */
export function readSpec(given: Given): {
  spec: ReportSpec;
  problems: Readonly<Record<string, string>>;
} {
  const period = PERIODS.find((one) => one === given.period) ?? "last_30_days";
  const days = { from: textOf(given.from), to: textOf(given.to) };
  const isCustom = period === "custom";
  const dayIn = (text: string) => (isCustom && isDay(text) ? text : null);
  const spec: ReportSpec = {
    period,
    from: dayIn(days.from),
    to: dayIn(days.to),
    dimensions: dimensionsIn(given),
    advertiser_id: idIn(given.advertiser_id),
    campaign_id: idIn(given.campaign_id),
    lineitem_id: idIn(given.lineitem_id),
  };
  const malformed = (["from", "to"] as const).filter(
    (name) => isCustom && days[name] !== "" && !isDay(days[name]),
  );
  const problems = {
    ...specProblems(spec),
    ...Object.fromEntries(malformed.map((name) => [name, "must be a date such as 2026-12-24"])),
  };
  return { spec, problems };
}

/** The values of the form's fields. */
export function fieldsOfSpec(spec: ReportSpec): Record<string, string> {
  const { dimensions, ...rest } = paramsOfSpec(spec);
  const parts = PARTS.filter((part) => spec.dimensions.includes(part));
  return {
    ...rest,
    group: groupOf(spec.dimensions) ?? "",
    ...Object.fromEntries(parts.map((part) => [`by_${part}`, "1"])),
  };
}
