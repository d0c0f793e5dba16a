/** Describes what a search looks in: kind, user or show, filters, and their labels in the index; pure. */

export type Kind = "shows" | "episodes";

/** A restriction to one user or show; null searches all public documents. */
export type Scope = Readonly<{ by: "user" | "show"; id: number }> | null;

export type Filters = Readonly<{
  language?: string | undefined;
  /** A category with its sub-categories. */
  categories?: readonly number[] | undefined;
  explicit?: boolean | undefined;
  published_after?: string | undefined;
  published_before?: string | undefined;
  /** In seconds. */
  duration_min?: number | undefined;
  duration_max?: number | undefined;
}>;

/** The label of all documents of a user or show. */
export const scopeLabel = ({ by, id }: NonNullable<Scope>): string =>
  `${by === "user" ? "u" : "s"}${id}`;

/** Filters as labels of the index; each row is a choice, and all rows must match. */
export function labelsOf(kind: Kind, filters: Filters, scope: Scope): string[][] {
  const { language, categories, explicit } = filters;
  return [
    ...(scope === null ? [] : [[scopeLabel(scope)]]),
    ...(language === undefined ? [] : [[`l${language}`]]),
    ...(categories === undefined ? [] : [categories.map((id) => `c${id}`)]),
    ...(explicit === undefined ? [] : [[`x${explicit ? 1 : 0}`]]),
    ...yearsOf(filters),
    ...(kind === "episodes" ? lengthsOf(filters) : []),
  ];
}

const MOST_YEARS = 30;

/** The years between the dates; the exact dates are compared afterwards. */
function yearsOf({ published_after, published_before }: Filters): string[][] {
  if (published_after === undefined) return [];
  const first = Number(published_after.slice(0, 4));
  const last = published_before ? Number(published_before.slice(0, 4)) : first + MOST_YEARS;
  const count = Math.max(last - first + 1, 1);
  if (count > MOST_YEARS + 1) return [];
  return [Array.from({ length: count }, (_, index) => `y${first + index}`)];
}

const STEP_SECONDS = 600;
const LONGEST = 36;

/** Ranges of ten minutes, as indexed; the exact seconds are compared afterwards. */
function lengthsOf({ duration_min, duration_max }: Filters): string[][] {
  if (duration_min === undefined && duration_max === undefined) return [];
  const bucket = (seconds: number) => Math.min(Math.floor(seconds / STEP_SECONDS), LONGEST);
  const first = bucket(duration_min ?? 0);
  const last = bucket(duration_max ?? Number.POSITIVE_INFINITY);
  const count = Math.max(last - first + 1, 1);
  return [Array.from({ length: count }, (_, index) => `d${first + index}`)];
}
