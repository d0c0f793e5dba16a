/** The texts of the numbers of an episode in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  none: "No numbers yet",
  none_text: "Plays and downloads appear here about an hour after publication.",
  measure: "Plays and downloads",
  at_age: "In its first days",
  at_age_text: "How this episode did in its first days, beside the median of its show.",
  first_1: "First 24 hours",
  first_7: "First 7 days",
  first_30: "First 30 days",
  first_90: "First 90 days",
  so_far: "so far",
  unknown: "not counted here",
  median: "Median of the show: {n}",
  above: "{p} above the median",
  below: "{p} below the median",
  equal: "As much as the median",
  by_day: "By day",
  total: "{n} plays and downloads.",
  more: "{n} plays and downloads, {p} more than in the days before.",
  fewer: "{n} plays and downloads, {p} fewer than in the days before.",
  source: "Apps and sites",
  source_kind: "App or site",
  device: "Devices",
  device_kind: "Device",
  os: "Operating systems",
  os_kind: "Operating system",
  most: "{name} is first, with {p}.",
  nothing: "Nothing was counted in these days.",
  others: "Others",
} as const;

export type EpisodeNumbersWords = Texts<typeof en>;
