/** Wire shapes of targeting: filters and exclusions (contract §8). */
import { z } from "zod";
import { arrayOf, commaList, record, structure } from "../../../../platform/http/listparams.ts";
import { id, integer, line, oneOf } from "../../../../platform/http/params.ts";
import { isCategory, isCountry, LANGUAGES } from "../../../publishing/reference/rules.ts";
import { iabCode } from "../../advertisers/schema.ts";

const MOST_VALUES = 1000;

/** Device names, the same as in statistics. */
const DEVICES = [
  "Desktop",
  "Mobile",
  "Tablet",
  "Smart speaker",
  "Car",
  "TV",
  "Watch",
  "Others",
] as const;

/** An empty text clears the field, as elsewhere; in forms the word `null` does too. */
const clearing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === "null" ? null : value), schema);

const TYPES = ["INCLUDE", "EXCLUDE"] as const;

/** {type, matcher, values} with values of type `item`; or null. */
const filter = <T extends z.ZodType>(
  item: T,
  types: readonly ["INCLUDE", ..."EXCLUDE"[]] = TYPES,
) =>
  clearing(
    structure(
      record(
        {
          type: oneOf(types),
          matcher: oneOf(["ONE_OF"]).default("ONE_OF"),
          values: commaList(item, { min: 1, max: MOST_VALUES }),
        },
        "must be {type, matcher, values}",
      ).nullable(),
    ),
  );

/** One of `names` in any spelling: `SMART_SPEAKER` is "Smart speaker". */
const named = <const T extends readonly [string, ...string[]]>(names: T) => {
  const keyOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/[\s_-]+/g, " ")
      .trim();
  const byKey = new Map<string, string>(names.map((name) => [keyOf(name), name]));
  return z.preprocess(
    (value) => (typeof value === "string" ? (byKey.get(keyOf(value)) ?? value) : value),
    z.enum(names, { error: `must be of ${names.join(", ")}` }),
  );
};

export const country = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
  z.string({ error: "must be country codes" }).max(8).refine(isCountry, {
    error: "must be codes of /v2/campaigns-countries",
  }),
);

/** Normalised like the tags of episodes: lower case, NFC, trimmed. */
const tag = line({ min: 1, max: 60 })
  .transform((text) => text.toLowerCase())
  .meta({ type: "string", maxLength: 60 });

const hour = { error: "must be hours of the day" };
const daypart = record({
  days: arrayOf(integer({ min: 1, max: 7 }), {
    min: 1,
    max: 7,
    error: "must be a list of 1 (Monday) to 7",
  }),
  from: integer({ max: 23 }),
  to: integer({ min: 1, max: 24 }),
})
  .refine(({ from, to }) => from < to, hour)
  .meta({
    id: "Daypart",
    description:
      "On `days` (1 is Monday), from the hour `from` up to the hour `to`, in the line item's time zone. A period that crosses midnight needs two entries.",
  });

/** All filters except the mid-roll position, by the name of their parameter. */
export const filters = {
  target_ads_type: filter(named(["preroll", "midroll", "postroll"]), ["INCLUDE"]),
  target_geo: filter(country),
  target_devices: filter(named(DEVICES)),
  target_os: filter(line({ min: 1, max: 60 })),
  target_apps: filter(line({ min: 1, max: 100 })),
  target_shows: filter(id()),
  target_episodes: filter(id()),
  target_categories: filter(
    id().refine((value) => isCategory(value), { error: "must be show categories" }),
  ),
  target_languages: filter(named(LANGUAGES)),
  target_tags: filter(tag),
  target_dayparts: filter(daypart),
};

/** "first", "last", or an index from 1 on; null matches any. */
export const midrollPosition = () =>
  clearing(
    z.preprocess(
      (value) => (typeof value === "string" ? wordOrNumber(value) : value),
      z
        .union([z.enum(["first", "last"]), z.int().min(1).max(100)], {
          error: "must be first, last, or a number from 1",
        })
        .nullable(),
    ),
  );

const wordOrNumber = (text: string): string | number => {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^"(.*)"$/, "$1");
  return /^\d+$/.test(word) ? Number(word) : word;
};

/** Ads that must not run next to this one. */
export const exclusions = () =>
  clearing(
    structure(
      record(
        {
          industries: commaList(iabCode(), { max: MOST_VALUES }).default([]),
          advertisers: commaList(id(), { max: MOST_VALUES }).default([]),
          scope: oneOf(["break", "download"]).default("break"),
        },
        "must be {industries, advertisers, scope}",
      ).nullable(),
    ),
  );

/** A filter as stored and returned. */
export const filterView = z
  .object({
    type: z.enum(TYPES),
    matcher: z.literal("ONE_OF"),
    values: z.array(
      z.union([
        z.string(),
        z.int(),
        z.object({ days: z.array(z.int()), from: z.int(), to: z.int() }),
      ]),
    ),
  })
  .meta({ id: "TargetingFilter" });

export const exclusionsView = z
  .object({
    industries: z.array(z.string()),
    advertisers: z.array(z.int()),
    scope: z.enum(["break", "download"]),
  })
  .meta({ id: "Exclusions" });
