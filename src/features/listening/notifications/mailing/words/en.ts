/** Mails about new episodes, and the pages about them, in English. */
export const en = {
  mails: "By e-mail",
  mails_hint: "New episodes of the shows below that notify you, at {address}.",
  frequency: "E-mails",
  OFF: "None",
  AT_ONCE: "Shortly after an episode is published",
  DAILY: "Once a day",
  WEEKLY: "Once a week",
  weekday: "Day of the weekly e-mail",
  hour: "Hour of daily and weekly e-mails",
  quiet: "Quiet hours",
  quiet_hint:
    "Notifications on devices and e-mails sent at once wait until they end. Hours are those of your time zone, {zone}.",
  quiet_from: "From",
  quiet_to: "Until",
  never: "Never",
  save: "Save",
  saved_mail: "Your choice is saved.",
  asked:
    "We have sent an e-mail to {address}. Open its link to agree; until then you get no others.",
  state_unconfirmed:
    "You have not agreed yet: open the link in the e-mail that we sent to {address}. “Save” sends another one.",
  state_refused:
    "The mail server of {address} refused our e-mails. Check the address, then save to try again.",
  ask_subject: "Do you want e-mails about new episodes?",
  ask_lead:
    "{username} asked {site} for e-mails about new episodes to this address. Open this link to agree:",
  ask_end: "If that was not you, do nothing: you will get no more e-mails about it.",
  agree_title: "E-mails about new episodes",
  agree_text: "Press the button to get the e-mails that you asked for.",
  agree: "Send me these e-mails",
  agreed:
    "Done. You get e-mails about new episodes from now on, and each has a link that ends them.",
  end_ask: "You will get no more e-mails about new episodes at this address.",
  end: "Unsubscribe",
  ended: "You get no more e-mails about new episodes.",
  to_settings: "Settings of notifications",
  subject_many: "New episodes: {shows}",
  lead: "New episodes of shows you follow:",
  more: { one: "And one more episode.", other: "And {n} more episodes." },
  why: "You get this e-mail because you asked {site} for it.",
} as const;

type Forms = Readonly<Record<"one" | "other", string>>;

export type Dictionary = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : Forms;
};
