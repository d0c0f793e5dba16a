/** The texts of the inventory in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  page: "Inventory",
  lead: "Slots of the shows that you may book, by week. Booked are those that running and planned line items of all teams take.",
  samples: {
    one: "Computed from {n} sample of the ad requests of the last 28 days.",
    other: "Computed from {n} samples of the ad requests of the last 28 days.",
  },
  weeks: { one: "{n} week", other: "{n} weeks" },
  horizon: "Weeks",
  week: "Week from",
  show: "Show",
  position: "Position",
  country: "Country",
  preroll: "Before the episode",
  midroll: "In the episode",
  postroll: "After the episode",
  unknown: "Unknown",
  forecast: "Forecast",
  booked: "Booked",
  free: "Free",
  empty_title: "No slots yet",
  empty:
    "This page shows the slots of the coming weeks once episodes of your organization’s networks have been downloaded.",
  rounded: "Totals are rounded once; the rows may add up to a little less or more.",
} as const;

export type AdInventoryWords = Texts<typeof en>;
