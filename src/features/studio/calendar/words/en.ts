/** The texts of calendars in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  calendar: "Calendar",
  month: "Month",
  previous: "Previous month",
  next: "Next month",
  today: "Today",
  drag_hint: "Drag a scheduled episode to another day, or choose its date with Move.",
  scheduled_n: { one: "{n} scheduled", other: "{n} scheduled" },
  published_n: { one: "{n} published", other: "{n} published" },
  nothing: "Nothing is published or scheduled in this month.",
  to_plan: "Give an episode a date to see it here: choose a draft, then “At a date”.",
  drafts: "See drafts",
  scheduled: "Scheduled",
  published: "Published",
  processing: "Scheduled, audio in processing",
  error: "Scheduled, but the audio failed",
  not_public: "Published, but not for all",
  move: "Move",
  move_named: "Move {title}",
  at: "Publish at",
  move_episode: "Move episode",
  move_lead: "“{title}” of {show} is scheduled. It is published at the new date instead.",
  not_scheduled: "This episode is not scheduled any more.",
  past: "This date has passed. Choose a later one.",
  no_date: "Choose a date and a time.",
  cut: "There are more than {n} episodes in this month; the first ones are shown.",
  earlier: { one: "Show {n} earlier day", other: "Show {n} earlier days" },
  more: { one: "{n} more", other: "{n} more" },
} as const;

export type CalendarWords = Texts<typeof en>;
