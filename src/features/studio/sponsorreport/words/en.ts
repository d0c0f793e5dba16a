/** The texts of reports for sponsors in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  report: "Campaign report",
  lead: "{advertiser} · as of {date}",
  delivered: "Impressions delivered",
  goal: "Goal",
  by_day: "Impressions by day",
  says: "{n} impressions were delivered, {percent} of the goal.",
  says_plain: "{n} impressions were delivered.",
  items: "Line items",
  item: "Line item",
  start: "Starts",
  end: "Ends",
  counted: "An impression counts when the ad has been sent to a listener whose download counts.",
  share: "Share the report",
  share_lead:
    "Makes an address that shows the deliveries of this campaign, without prices, to everyone who has it. A new address replaces the earlier one.",
  days: "Works for days",
  do_share: "Make an address",
  do_end: "Stop sharing",
  address: "The address of the report. It is shown only now, so copy it.",
  until: "Shared until {date}.",
  ended: "The report is not shared any more.",
  back: "Back to the campaign",
} as const;

export type SponsorReportWords = Texts<typeof en>;
