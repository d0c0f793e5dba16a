/** The texts of mails with reports in English; the other languages have the same keys. */

export const en = {
  days: "{from} to {to}",
  figures: "{days}: {impressions} and {revenue}.",
  nothing: "{days}: nothing was delivered or billed.",
  utc: "Days are UTC.",
  attached: "All rows are attached as CSV.",
  large: "The CSV is too large for a mail. Download it here:",
  large_page: "The CSV is too large for a mail. Download it from the reports in the studio.",
  open: "Open report",
  why: "You get this mail because {owner} has the report “{name}” of {team} mailed to you.",
  why_test: "You asked for this mail on the page of the report “{name}” of {team}.",
  unsubscribe: "Unsubscribe",
  unsubscribe_title: "Mails of a report",
  unsubscribe_ask: "You will get no more mails of the report “{name}”.",
  unsubscribed: "You get no more mails of the report “{name}”.",
  subscribe: "Get them again",
  day: "Day",
  week: "Week",
  month: "Month",
  advertiser: "Advertiser",
  campaign: "Campaign",
  lineitem: "Line item",
  show: "Show",
  creative: "Creative",
  currency: "Currency",
  impressions: "Impressions",
  revenue: "Revenue",
  ecpm: "eCPM",
  counted: { one: "{n} impression", other: "{n} impressions" },
  more: { one: "The report has one more row.", other: "The report has {n} more rows." },
} as const;

type Forms = Readonly<Record<"one" | "other", string>>;

export type ReportMailWords = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : Forms;
};
