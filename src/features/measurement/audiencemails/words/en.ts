/** Mails about one's shows, and the pages about them, in English; the other languages have the same keys. */
export const en = {
  title: "Your shows’ numbers by e-mail",
  hint: "About all shows that you may edit.",
  weekly_report: "A report every Monday morning",
  jump_notes: "A note when a show has far more plays and downloads than usual",
  save: "Save",
  state_unconfirmed: "Nothing is sent before you have confirmed your e-mail address.",
  confirm: "Confirm it",
  state_refused:
    "The mail server of your address refused our e-mails. Check the address, then save to try again.",
  no_mail: "This server sends no e-mails.",
  your_shows: "Your shows",
  week_subject: {
    one: "{name}: {n} play or download, {from} to {to}",
    other: "{name}: {n} plays and downloads, {from} to {to}",
  },
  week_lead: {
    one: "{name} had {n} play or download from {from} to {to}:",
    other: "{name} had {n} plays and downloads from {from} to {to}:",
  },
  more_than_before: "{percent} more than in the week before.",
  less_than_before: "{percent} fewer than in the week before.",
  as_before: "about as many as in the week before.",
  nothing_before: "there were none in the week before.",
  show: "Show",
  this_week: "This week",
  week_before: "Week before",
  more_shows: { one: "And {n} more show.", other: "And {n} more shows." },
  best: "Best episodes:",
  new_episodes: { one: "{n} new episode came out.", other: "{n} new episodes came out." },
  new_followers: { one: "{n} new follower.", other: "{n} new followers." },
  jump_subject: {
    one: "{name}: {n} play or download on {day}",
    other: "{name}: {n} plays and downloads on {day}",
  },
  jump_lead: {
    one: "{name} had {n} play or download on {day}.",
    other: "{name} had {n} plays and downloads on {day}.",
  },
  jump_usual: {
    one: "On a usual day of the five weeks before, it was {n}.",
    other: "On a usual day of the five weeks before, it was {n}.",
  },
  open: "Open the numbers",
  utc: "Days are UTC. Numbers can still change a little for two days.",
  why_weekly: "You get this e-mail because you asked {site} for a report every Monday.",
  why_jumps:
    "You get this e-mail because you asked {site} for a note when a show has far more plays and downloads than usual.",
  end: "Unsubscribe",
  to_settings: "Settings of notifications",
  end_weekly: "You will get no more reports about your shows on Mondays.",
  ended_weekly: "You get no more reports about your shows on Mondays.",
  end_jumps: "You will get no more notes when a show has far more plays and downloads.",
  ended_jumps: "You get no more notes when a show has far more plays and downloads.",
} as const;

type Forms = Readonly<Record<"one" | "other", string>>;

export type Dictionary = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : Forms;
};
