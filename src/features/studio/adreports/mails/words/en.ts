/** The texts of the page of a report's mails in English; the other languages have the same keys. */

export const en = {
  title: "Mails of a report",
  mails: "Mails",
  lead: "Each recipient gets a mail with the figures in a sentence, the first rows, and all rows as CSV.",
  no_mail:
    "This server sends no mail. Ask the people who run it to set up a mail server (SMTP_URL).",
  stopped:
    "This report is not mailed any more: {owner} may no longer read the team’s advertising. Save a report of your own to have it mailed.",
  stopped_own:
    "This report is not mailed any more because you had lost the right to read the team’s advertising. Save the schedule to start again.",
  next: "The next mails go out on {when} ({zone}).",
  none: "This report is not mailed.",
  by_owner: "Only {owner}, who saved the report, can change this.",
  not_mailed: "Not mailed",
  stopped_short: "Stopped",
  frequency: "How often",
  DAILY: "Every day",
  WEEKLY: "Every week",
  MONTHLY: "Every month",
  weekday: "Weekday",
  day: "Day of the month",
  day_hint: "Shorter months: the last day.",
  hour: "Time",
  timezone: "Time zone",
  recipients: "Recipients",
  UNCONFIRMED: "gets no mails before they have confirmed their e-mail address in their settings",
  UNSUBSCRIBED: "has unsubscribed; only the link in one of their mails can undo that",
  LEFT: "may no longer read the team’s advertising",
  confirm: "Confirm your e-mail address",
  save: "Save schedule",
  stop: "Stop mailing",
  test: "Mail it to me now",
  back: "Back to the reports",
  saved: "Saved.",
  ended: "The report is not mailed any more.",
  tested: "The mail is queued. The list below says what becomes of it.",
  log: "Mails of the last 90 days",
  log_empty: "None yet.",
  older: "Older mails",
  at: "Time",
  recipient: "Recipient",
  state: "State",
  asked: "asked for",
  zone: "Times are in the time zone {zone}.",
  PENDING: "Waiting",
  SENT: "Sent",
  SKIPPED: "Not sent",
  FAILED: "Failed",
  why_LEFT: "This person may no longer read the team’s advertising. Choose other recipients.",
  why_UNCONFIRMED:
    "The e-mail address is not confirmed. Its owner can confirm it in their settings.",
  why_UNSUBSCRIBED: "This person has unsubscribed.",
  why_STOPPED: "The person who saved the report may no longer read the team’s advertising.",
  why_REFUSED: "The mail server refuses the address. Its owner can correct it in their settings.",
  why_UNREACHABLE:
    "The mail server did not take it. There are six attempts within about four hours; then ask the people who run this server.",
  why_UNANSWERED:
    "The mail server did not confirm that it took it. It may have arrived, so it is not sent again.",
  why_REPORT:
    "The report cannot be made: it has too many rows, or what it is about is gone. Change the report.",
} as const;

export type MailsDictionary = Readonly<Record<keyof typeof en, string>>;
