/** The texts of the page that changes many line items in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  title: "Change line items",
  lead: "Fields that you leave empty stay as they are. Nothing changes before you have seen what would change.",
  none: "Choose line items in the list first.",
  to_list: "Back to the list",
  change: "Change",
  preview: "Show what would change",
  leave_out: "Leave these out",
  keep: "Leave as it is",
  shift_days: "Move the dates by days",
  shift_hint: "For example 7, or -7 for earlier.",
  start_date: "First day",
  end_date: "Last day",
  priority_id: "Priority",
  goal_impressions: "Goal",
  daily_cap: "At most per day",
  price_amount: "Price",
  active: "State",
  start: "Start",
  pause: "Pause",
  yes: "on",
  no: "off",
  line_item: "Line item",
  what: "What would change",
  unchanged: "Nothing",
  empty_value: "none",
  chosen: { one: "{n} line item chosen", other: "{n} line items chosen" },
  would: { one: "{n} line item would change", other: "{n} line items would change" },
  in_way: {
    one: "{n} line item cannot be changed, so none will be.",
    other: "{n} line items cannot be changed, so none will be.",
  },
  apply: { one: "Change {n} line item", other: "Change {n} line items" },
} as const;

export type AdBulkWords = Texts<typeof en>;
