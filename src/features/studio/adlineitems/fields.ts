/** Fields of the form of a line item: its parameters as texts, and texts as parameters. Pure. */
import { sumView } from "../../advertising/campaigns/views.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { capValues, readCaps } from "../adclients/caps.ts";
import { plainAmount, textsOf } from "../adclients/values.ts";

/** Filters whose values are written as a list, by the name of their parameter. */
export const LISTS = [
  "target_geo",
  "target_devices",
  "target_os",
  "target_apps",
  "target_shows",
  "target_episodes",
  "target_categories",
  "target_languages",
  "target_tags",
] as const;

export const POSITIONS = ["preroll", "midroll", "postroll"] as const;
/** Rows of hours in the form. */
export const DAYPART_ROWS = 3;

export type Values = Readonly<Record<string, string>>;

/** Fields of a form as the parameters of the API. */
export function paramsIn(given: unknown): Record<string, unknown> {
  const fields = given as Values;
  const filters = LISTS.map((name) => [name, filterIn(fields, name)]);
  const positions = POSITIONS.filter((one) => fields[`position.${one}`] !== undefined);
  return {
    ...fields,
    ...Object.fromEntries(filters),
    hard_cap: fields.hard_cap ?? "0",
    target_ads_type: positions.length === 0 ? null : { type: "INCLUDE", values: positions },
    target_dayparts: daypartsIn(fields),
    frequency_cap: readCaps(fields),
    exclusions: exclusionsIn(fields),
  };
}

function filterIn(fields: Values, name: string) {
  const values = fields[name]?.trim() ?? "";
  return values === "" ? null : { type: fields[`${name}.type`] ?? "INCLUDE", values };
}

function daypartsIn(fields: Values) {
  const rows = Array.from({ length: DAYPART_ROWS }, (_, row) => ({
    days: (fields[`daypart.${row}.days`] ?? "")
      .split(",")
      .map((day) => day.trim())
      .filter(Boolean),
    from: fields[`daypart.${row}.from`] || "0",
    to: fields[`daypart.${row}.to`] || "24",
  })).filter(({ days }) => days.length > 0);
  return rows.length === 0
    ? null
    : { type: fields["target_dayparts.type"] ?? "INCLUDE", values: rows };
}

function exclusionsIn(fields: Values) {
  const industries = fields["exclusions.industries"]?.trim() ?? "";
  const advertisers = fields["exclusions.advertisers"]?.trim() ?? "";
  if (industries === "" && advertisers === "") return null;
  return { industries, advertisers, scope: fields["exclusions.scope"] ?? "break" };
}

/** Prices are kept in 10⁻⁵, sums in 10⁻⁸. */
const PRICE_TO_SUM = 1000n;

/** A line item as the fields of the form. */
export function fieldsOf(row: LineitemRow): Record<string, string> {
  return {
    ...textsOf(row),
    price_amount: plainAmount(sumView(String(BigInt(row.price_amount) * PRICE_TO_SUM))),
    hard_cap: row.hard_cap ? "1" : "",
    ...Object.assign({}, ...LISTS.map((name) => listFields(name, row[name]))),
    ...positionFields(row),
    target_midroll_position: String(row.target_midroll_position ?? ""),
    ...daypartFields(row),
    ...capValues(row.frequency_cap),
    "exclusions.industries": row.exclusions?.industries.join(", ") ?? "",
    "exclusions.advertisers": row.exclusions?.advertisers.join(", ") ?? "",
    "exclusions.scope": row.exclusions?.scope ?? "break",
    third_party_impression_urls: row.third_party_impression_urls.join("\n"),
  };
}

type Stored = Readonly<{ type: string; values: readonly (string | number)[] }> | null;

const listFields = (name: string, filter: Stored): Record<string, string> => ({
  [name]: filter?.values.join(", ") ?? "",
  [`${name}.type`]: filter?.type ?? "INCLUDE",
});

const positionFields = ({ target_ads_type: filter }: LineitemRow): Record<string, string> =>
  Object.fromEntries(
    POSITIONS.filter((one) => filter?.values.includes(one)).map((one) => [`position.${one}`, "1"]),
  );

const daypartFields = ({ target_dayparts: filter }: LineitemRow): Record<string, string> =>
  Object.fromEntries([
    ["target_dayparts.type", filter?.type ?? "INCLUDE"],
    ...(filter?.values ?? []).flatMap(({ days, from, to }, row) => [
      [`daypart.${row}.days`, days.join(",")],
      [`daypart.${row}.from`, String(from)],
      [`daypart.${row}.to`, String(to)],
    ]),
  ]);
