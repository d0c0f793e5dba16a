/** What fills a list: shows named by hand, or a rule; pure. */
import { invalid } from "../../platform/failure.ts";
import type { FillingParams } from "./schema.ts";

/** A null asks for nothing. */
export type Rule = {
  category_id: number | null;
  language: string | null;
  max_age_days: number | null;
};

/** By hand in the given order, or by a rule. */
export type Filling = { shows: number[] } | { rule: Rule };

/** What the parameters ask for. Fails when they name neither shows nor a rule, or both. */
export function fillingOf(params: FillingParams): Filling {
  const { shows, category_id = null, language = null, max_age_days = null } = params;
  const rule = { category_id, language, max_age_days };
  const named = Object.keys(rule).filter((field) => rule[field as keyof Rule] !== null);
  if (shows === undefined && named.length === 0)
    throw invalid({ shows: "is missing, and so are category_id, language and max_age_days" });
  if (shows === undefined) return { rule };
  const [first] = named;
  if (first !== undefined) throw invalid({ [first]: "cannot be combined with shows" });
  return { shows };
}
