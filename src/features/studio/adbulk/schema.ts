/** The form that changes many line items, as the parameters of the API. */
import { z } from "zod";
import { formFields } from "../../../platform/http/fields.ts";
import {
  type BulkLineitemsParams,
  bulkLineitemsParams,
} from "../../advertising/lineitems/bulk/schema.ts";
import { chosenIds } from "../tables/query.ts";

/** The fields of the form: those below, and `id.<id>` of each chosen line item. */
export const bulkForm = z
  .record(z.string(), z.string().max(300))
  .meta({ maxProperties: formFields.value });

export type Given = z.infer<typeof bulkForm>;

/** Fields whose value is that of the API; empty ones stay as they are. */
export const FIELDS = [
  "shift_days",
  "start_date",
  "end_date",
  "priority_id",
  "goal_impressions",
  "daily_cap",
  "price_amount",
  "active",
] as const;
export type Field = (typeof FIELDS)[number];

/** What is chosen in the form, or the errors of its fields. */
export type Choice = Readonly<{
  ids: number[];
  changes: BulkLineitemsParams["changes"] | null;
  fields: Readonly<Record<string, string>>;
}>;

export function choiceOf(given: Given): Choice {
  const ids = chosenIds(given);
  const chosen = FIELDS.flatMap((name) => {
    const value = given[name]?.trim() ?? "";
    return value === "" ? [] : [[name, value]];
  });
  if (ids.length === 0 || chosen.length === 0) return { ids, changes: null, fields: {} };
  const read = bulkLineitemsParams.safeParse({ ids, changes: Object.fromEntries(chosen) });
  if (read.success) return { ids, changes: read.data.changes, fields: {} };
  const errors = read.error.issues.map(({ path, message }) => [String(path[1]), message]);
  return { ids, changes: null, fields: Object.fromEntries(errors) };
}
