/** The form of a show's details as data: its sections, and how each field is entered; pure. */

import { PROFILES } from "../../../../platform/audio/profiles.ts";
import type { Html } from "../../../../platform/http/html.ts";
import type { Locale } from "../../../../platform/http/locale.ts";
import { timezoneChoices } from "../../../../platform/text/timezones.ts";
import { LANGUAGES } from "../../../publishing/reference/rules.ts";
import { categoryViews, contentLanguage } from "../../../publishing/reference/views.ts";
import { fill } from "../../../web/layout/rules.ts";
import { checkbox, choice, field, textArea } from "../../../web/layout/views.ts";
import type { Values } from "../../drafts/rules.ts";
import type { Words } from "./words.ts";

type FieldName = keyof Words["fields"];

/** The fields of each section, in order. */
export const SECTIONS: readonly Readonly<{
  name: keyof Words["sections"];
  fields: readonly FieldName[];
}>[] = [
  {
    name: "about",
    fields: [
      ...(["title", "description", "language", "category_id", "category_2_id"] as const),
      ...(["category_3_id", "itunes_type", "explicit"] as const),
    ],
  },
  { name: "people", fields: ["author_name", "owner_name", "email", "copyright"] },
  {
    name: "links",
    fields: ["website_url", "permalink", "funding", "socialnet1_url", "socialnet2_name"],
  },
  { name: "contact", fields: ["tel_number", "sms_number", "voipchat_name"] },
  {
    name: "access",
    fields: ["visibility", "episodes_sorting", "episode_description_footer_html"],
  },
  { name: "planning", fields: ["timezone"] },
  { name: "audio", fields: ["delivery_profile", "loudness_normalisation"] },
];

type Options = readonly (readonly [value: string, text: string])[];

/** The choices of fields that have some, by name, in the person's language. */
export function choicesOf(words: Words, locale: Locale): Readonly<Record<string, Options>> {
  const { choices, lang } = words;
  const names = new Intl.DisplayNames(lang, { type: "language" });
  const languages = LANGUAGES.map((code) => [code, names.of(code) ?? code] as const);
  const categories: Options = [
    ["", choices.none],
    ...categoryViews(contentLanguage(locale)).map(
      ({ category_id, name, level }) =>
        [String(category_id), level === 1 ? name : `– ${name}`] as const,
    ),
  ];
  const pick = (...keys: (keyof typeof choices)[]): Options =>
    keys.map((key) => [key, choices[key]]);
  return {
    language: languages.sort(([, a], [, b]) => a.localeCompare(b, lang)),
    category_id: categories,
    category_2_id: categories,
    category_3_id: categories,
    itunes_type: pick("episodic", "serial"),
    visibility: pick("PUBLIC", "LIMITED", "PRIVATE"),
    episodes_sorting: pick("newest", "oldest"),
    timezone: timezoneChoices(choices.own_timezone),
    delivery_profile: Object.entries(PROFILES).map(([name, { bitrate_kbps: n, channels }]) => [
      name,
      fill(choices[channels === 2 ? "stereo" : "mono"], { n }),
    ]),
  };
}

const ROWS: Readonly<Record<string, number>> = {
  description: 7,
  funding: 2,
  episode_description_footer_html: 3,
};
const TYPES: Readonly<Record<string, "email" | "url">> = { email: "email", socialnet1_url: "url" };
const CODES = ["permalink", "socialnet2_name"];
const BOXES = ["explicit", "loudness_normalisation"];

type FieldsSpec = Readonly<{
  words: Words;
  values: Values;
  errors: Readonly<Record<string, string>>;
  options: Readonly<Record<string, Options>>;
}>;

/** One field of the form. */
export function detailsField(name: FieldName, spec: FieldsSpec): Html {
  const { words, values, errors, options } = spec;
  const label = words.fields[name];
  const hint = (words.hints as Readonly<Record<string, string>>)[name];
  const common = {
    label,
    name,
    value: values[name],
    error: errors[name],
    ...(hint === undefined ? {} : { hint }),
  };
  if (BOXES.includes(name)) return checkbox({ name, label, checked: values[name] === "1" });
  if (options[name] !== undefined) return choice({ ...common, options: options[name] });
  if (ROWS[name] !== undefined) return textArea({ ...common, rows: ROWS[name] });
  return field({
    ...common,
    type: TYPES[name] ?? "text",
    ...(CODES.includes(name) ? { autocapitalize: "none" as const } : {}),
    ...(name === "title" ? { required: true, maxlength: 40 } : {}),
  });
}

/** How readers see a value that was chosen: its name, or a mark; null for what is written. */
export function chosenText(
  name: string,
  value: string,
  options: Readonly<Record<string, Options>>,
): string | null {
  if (BOXES.includes(name)) return value === "1" ? "✓" : "–";
  return options[name]?.find(([key]) => key === value)?.[1] ?? null;
}
