/** Names and values of a line item's fields as people read them, in simulated changes and in its history; pure. */
import { sumView } from "../../advertising/campaigns/views.ts";
import { dayText, moneyText, priorityName } from "../adboard/columns.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import type { Words } from "./words.ts";

/** What texts of fields need. `currency`: that of the campaign; null if no field is a price. */
export type Reader = Readonly<{ words: Words; board: BoardWords; currency: string | null }>;

/** The word of each column; those without one keep their name. */
const NAMES: Readonly<Record<string, keyof Words>> = {
  name: "name",
  campaign_id: "campaign",
  external_id: "external",
  notes: "notes",
  priority_id: "priority",
  start_date: "start",
  end_date: "end",
  timezone: "timezone",
  auto_extend_days: "extend",
  goal_pacing: "pacing",
  goal_impressions: "goal",
  daily_cap: "daily",
  hard_cap: "hard_cap",
  share_of_voice: "share",
  price_type: "price_type",
  price_amount: "amount",
  target_ads_type: "positions",
  target_midroll_position: "midroll_at",
  target_geo: "target_geo",
  target_devices: "target_devices",
  target_os: "target_os",
  target_apps: "target_apps",
  target_shows: "target_shows",
  target_episodes: "target_episodes",
  target_categories: "target_categories",
  target_languages: "target_languages",
  target_tags: "target_tags",
  target_dayparts: "dayparts",
  frequency_cap: "limits",
  exclusions: "limits",
  active: "active",
  canceled_at: "f_canceled",
  max_per_download: "per_download",
  third_party_impression_urls: "pixels",
};

const wordOf = (words: Words, key: string | undefined): string | undefined => {
  const found = key !== undefined && Object.hasOwn(words, key) ? words[key as keyof Words] : null;
  return typeof found === "string" ? found : undefined;
};

export const fieldName = (field: string, { words }: Reader): string =>
  wordOf(words, NAMES[field]) ?? field;

const DATES: ReadonlySet<string> = new Set(["start_date", "end_date"]);
/** Prices are kept in 10⁻⁵, sums in 10⁻⁸. */
const PRICE_TO_SUM = 1000n;

type Filter = Readonly<{ type: string; values: readonly unknown[] }>;
const isFilter = (value: unknown): value is Filter =>
  typeof value === "object" && value !== null && Array.isArray((value as Filter).values);

/** The value of a column, as the row or the audit log has it. */
export function fieldText(field: string, value: unknown, reader: Reader): string {
  const { words, board, currency } = reader;
  if (value === undefined || value === null || value === "")
    return field.startsWith("target_") ? words.unrestricted : words.none;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (field === "priority_id") return priorityName(Number(value), board);
  if (field === "price_amount" && currency !== null && /^\d+$/.test(String(value)))
    return moneyText(sumView(String(BigInt(String(value)) * PRICE_TO_SUM)), currency, words);
  if (DATES.has(field) && typeof value === "string") return dayText(value, words);
  if (typeof value === "number") return value.toLocaleString(words.locale);
  if (isFilter(value)) return filterText(field, value, words);
  if (Array.isArray(value)) return value.map((one) => plainText(one)).join(", ") || words.none;
  return wordOf(words, String(value)) ?? plainText(value);
}

function filterText(field: string, { type, values }: Filter, words: Words): string {
  const texts = values.map((value) =>
    field === "target_geo"
      ? countryName(String(value), words)
      : (wordOf(words, field === "target_ads_type" ? String(value) : undefined) ??
        plainText(value)),
  );
  return `${wordOf(words, type) ?? type} ${texts.join(", ")}`;
}

/** The name of a country by its code. */
export const countryName = (code: string, { locale }: Pick<Words, "locale">): string =>
  new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;

/** What has no text of its own: its parts in their order, such as “1–5 6–22” for hours. */
const plainText = (value: unknown): string =>
  typeof value !== "object" || value === null
    ? String(value)
    : Object.values(value)
        .map((part) => (Array.isArray(part) ? part.join(" ") : String(part)))
        .filter(Boolean)
        .join(" ");
