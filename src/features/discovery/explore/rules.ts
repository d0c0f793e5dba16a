/** Decides how a list is filled: with shows listed manually, or by a rule; pure. */
import { invalid } from "../../../platform/failure.ts";
import type { FillingParams } from "./schema.ts";

/** Null places no condition. */
export type Rule = {
  category_id: number | null;
  language: string | null;
  max_age_days: number | null;
};

/** Manually in the given order, or by a rule. */
export type Filling = { shows: number[] } | { rule: Rule };

/** The filling that the parameters request. Fails if they contain neither shows nor a rule, or both. */
export function fillingOf(params: FillingParams): Filling {
  const { shows, category_id = null, language = null, max_age_days = null } = params;
  const rule = { category_id, language, max_age_days };
  const named = Object.keys(rule).filter((field) => rule[field as keyof Rule] !== null);
  if (shows === undefined && named.length === 0)
    throw invalid({ shows: "is required unless category_id, language or max_age_days is sent" });
  if (shows === undefined) return { rule };
  const [first] = named;
  if (first !== undefined) throw invalid({ [first]: "cannot be combined with shows" });
  return { shows };
}
