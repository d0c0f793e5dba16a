/** Records as the texts of a form; pure. */

import { withoutTrailing } from "../../../platform/text/plain.ts";
import { sumView } from "../../advertising/campaigns/views.ts";
import { capValues } from "./caps.ts";

/** The texts and numbers of a record by their columns. */
export const textsOf = (row: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );

type Campaign = Readonly<{ budget: string | null; frequency_cap: Parameters<typeof capValues>[0] }>;

export const campaignValues = (row: Campaign): Record<string, string> => ({
  ...textsOf(row),
  budget_amount: row.budget === null ? "" : plainAmount(sumView(row.budget)),
  ...capValues(row.frequency_cap),
});

/** An exact decimal without zeros that say nothing: `12.50000000` is `12.5`. */
export const plainAmount = (amount: string): string =>
  withoutTrailing(withoutTrailing(amount, "0"), ".");

/** Pages show several spaces as one. */
const plain = (text: string): string => text.trim().replace(/\s+/g, " ");

/** Whether a person typed the name of a record. */
export const isItsName = (typed: string, { name }: Readonly<{ name: string }>): boolean =>
  plain(typed) === plain(name);

/** The error of a field, which may be about a part of it. */
export const errorOf = (
  errors: Readonly<Record<string, string>>,
  name: string,
): string | undefined =>
  errors[name] ?? Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1];
