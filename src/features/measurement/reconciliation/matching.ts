/** Finds out whether a report names line items by id, by external id or by name; pure. */
import type { Lineitems } from "./reading/sums.ts";
import { keyOf } from "./reading/survey.ts";

export const NAMINGS = ["auto", "id", "external_id", "name"] as const;
export type Naming = Exclude<(typeof NAMINGS)[number], "auto">;

export type Item = Readonly<{ lineitem_id: number; name: string; external_id: string | null }>;

const textOf: Record<Naming, (item: Item) => string> = {
  id: ({ lineitem_id }) => String(lineitem_id),
  external_id: ({ external_id }) => external_id ?? "",
  name: ({ name }) => name,
};

/** The line item of each key; null for a key that several share. */
export function keysBy(naming: Naming, items: readonly Item[]): Lineitems {
  const found = new Map<string, number | null>();
  for (const item of items) {
    const key = keyOf(textOf[naming](item));
    if (key !== "") found.set(key, found.has(key) ? null : item.lineitem_id);
  }
  return found;
}

/** The naming that most keys of the report follow; if several do, the first of id, external id, name. */
export function namingOf(keys: ReadonlySet<string>, items: readonly Item[]): Naming {
  const fitting = (naming: Naming): number => {
    const known = keysBy(naming, items);
    return [...keys].filter((key) => known.has(key)).length;
  };
  const [first, ...others]: Naming[] = ["id", "external_id", "name"];
  return others.reduce(
    (best, naming) => (fitting(naming) > fitting(best) ? naming : best),
    first ?? "id",
  );
}
