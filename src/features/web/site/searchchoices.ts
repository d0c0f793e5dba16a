/** The filters of a search: the languages and categories of what was found. */
import type { Locale } from "../../../platform/http/locale.ts";
import type { countFacets } from "../../discovery/search/store.ts";
import { categoryView } from "../../publishing/reference/views.ts";
import type { Words } from "../layout/rules.ts";
import type { SearchPageQuery } from "./schema.ts";
import type { Choice } from "./searchpage.ts";

const MOST_CHOICES = 20;

type Facets = Awaited<ReturnType<typeof countFacets>>;
type Reader = Readonly<{ locale: Locale; words: Words }>;

export function languageChoices(
  facets: Facets,
  { language }: SearchPageQuery,
  { words }: Reader,
): Choice[] {
  const names = new Intl.DisplayNames([words.lang], { type: "language" });
  return choices(
    facets
      .filter((row) => row.category_id === null)
      .map((row) => ({
        ...row,
        value: row.language,
        name: names.of(row.language) ?? row.language,
      })),
    language,
  );
}

export function categoryChoices(
  facets: Facets,
  query: SearchPageQuery,
  { locale }: Reader,
): Choice[] {
  return choices(
    facets.flatMap((row) => {
      const category = categoryView(row.category_id, locale);
      return category === null
        ? []
        : [{ ...row, value: String(row.category_id), name: category.name }];
    }),
    query.category_id === undefined ? undefined : String(query.category_id),
  );
}

type Value = Pick<Choice, "value" | "name" | "count">;

/** Most frequent first; none if there is nothing to choose. The same value in several kinds of results counts once. */
function choices(each: readonly Value[], chosen: string | undefined): Choice[] {
  const sums = new Map<string, Value>();
  for (const one of each) {
    const count = Number(one.count) + (sums.get(one.value)?.count ?? 0);
    sums.set(one.value, { ...one, count });
  }
  const all = [...sums.values()];
  if (all.length < 2 && chosen === undefined) return [];
  return all
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_CHOICES)
    .map(({ value, name, count }) => ({ value, name, count, chosen: value === chosen }));
}
