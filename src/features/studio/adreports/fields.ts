/** The fields that say what a report shows, in the form above it and in that of a saved report. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { PERIODS } from "../../measurement/campaignreports/rules.ts";
import { fill } from "../../web/layout/rules.ts";
import { checkbox, choice, field } from "../../web/layout/views.ts";
import { GROUPS, PARTS } from "./spec.ts";
import type { Words } from "./words.ts";

export type Choices = readonly (readonly [value: string, text: string])[];

export type Fields = Readonly<{
  words: Words;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  advertisers: Choices;
  campaigns: Choices;
}>;

/** What is filtered by, even if it is not among the choices, such as a deleted campaign. */
function filter(
  name: "advertiser_id" | "campaign_id",
  label: string,
  { words, values, errors }: Fields,
  choices: Choices,
): Html {
  const value = values[name] ?? "";
  const isListed = value === "" || choices.some(([id]) => id === value);
  const more: Choices = isListed ? [] : [[value, fill(words.number, { id: value })]];
  return choice({
    ...{ name, label, value, error: errors[name] },
    options: [["", words.all], ...more, ...choices],
  });
}

export function specFields(fields: Fields): Html {
  const { words, values, errors } = fields;
  const lineitem = values.lineitem_id ?? "";
  const day = (name: "from" | "to") =>
    field({ label: words[name], name, type: "date", value: values[name], error: errors[name] });
  return html`
${choice({ label: words.period, name: "period", value: values.period, error: errors.period, options: PERIODS.map((one) => [one, words[one]] as const) })}
${day("from")}${day("to")}
${choice({ label: words.group, name: "group", value: values.group, error: errors.dimensions, options: [["", words.whole], ...GROUPS.map((one) => [one, words[one]] as const)] })}
<fieldset class="report-parts"><legend>${words.by}</legend>${PARTS.map((part) => checkbox({ name: `by_${part}`, label: words[part], checked: Boolean(values[`by_${part}`]) }))}</fieldset>
${filter("advertiser_id", words.advertiser, fields, fields.advertisers)}
${filter("campaign_id", words.campaign, fields, fields.campaigns)}
${lineitem !== "" && filterOfItem(fields, lineitem)}`;
}

/** Reports of one line item are reached by links; the form only lets go of it. */
const filterOfItem = ({ words, errors }: Fields, id: string): Html =>
  choice({
    ...{ label: words.lineitem, name: "lineitem_id", value: id, error: errors.lineitem_id },
    options: [
      ["", words.all],
      [id, fill(words.number, { id })],
    ],
  });
