/** Parameters that statistics endpoints share: days and buckets (contract §10). */
import { z } from "zod";
import { integer, oneOf } from "../http/params.ts";
import { isTimezone } from "../text/timezones.ts";
import { addYears, type DayRange, GROUPS, isDay } from "./calendar.ts";

const MOST_YEARS = 5;
const NO_DAY = "must be a date such as 2026-12-24";

const day = (what: string) =>
  z
    .string({ error: NO_DAY })
    .trim()
    .refine(isDay, { error: NO_DAY })
    .meta({ description: what, format: "date" });

/** A day, or nothing: an empty text is no day. */
export const optionalDay = (what: string) =>
  z
    .preprocess(
      (value) => (value === "" ? null : value),
      z.string({ error: NO_DAY }).trim().refine(isDay, { error: NO_DAY }).nullable(),
    )
    .optional()
    .meta({ description: what, format: "date" });

const range = {
  from: day("The first day, in UTC."),
  to: day("The last day, in UTC; not before `from`, at most 5 years later."),
};
const group = oneOf(GROUPS).meta({
  description: "The bucket size: day, ISO week (starting on Monday) or month.",
});

/** The field of a range that is reversed or too long, and what is wrong with it. */
export function rangeProblem({
  from,
  to,
}: DayRange): [field: "from" | "to", message: string] | null {
  if (from > to) return ["from", "must not be after to"];
  const isLong = to > addYears(from, MOST_YEARS);
  return isLong ? ["to", `must be at most ${MOST_YEARS} years after from`] : null;
}

/** Refuses a range that is reversed or too long. */
const checkRange = (range: DayRange, context: z.core.$RefinementCtx): void => {
  const [field, message] = rangeProblem(range) ?? [];
  if (field !== undefined)
    context.addIssue({ code: "custom", path: [field], message: message ?? "" });
};

/** `from` and `to`, with further parameters of the endpoint. */
export const rangeQuery = <T extends z.ZodRawShape>(more: T) =>
  z
    .object({ ...range, ...more })
    .superRefine((query, context) => checkRange(query as DayRange, context));

/** `from`, `to` and `group`. */
export const datedQuery = () => rangeQuery({ group });

/** The time zone of weekdays and hours. */
export const timezone = z
  .string()
  .trim()
  .max(64)
  .refine(isTimezone, { error: "must be an IANA time zone, such as Europe/Berlin" })
  .prefault("UTC")
  .meta({
    description:
      "IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins.",
  });

/** Decimal places of percentages. */
export const precision = integer({ min: 0, max: 4 })
  .prefault(0)
  .meta({ description: "Decimal places of the percentages, which always add up to 100." });
