/** The texts about webhooks in English; the other languages have the same keys. */

export const en = {
  mail_subject: "A webhook was disabled",
  mail_hello: "Hello {name},",
  mail_failing:
    "Your webhook at {host} has failed for five days. It is disabled now, and no more events are sent to it.",
  mail_gone:
    "Your webhook at {host} answered that it is gone (status 410). It is disabled now, and no more events are sent to it.",
  mail_last: "The last problem: {error}.",
  mail_next:
    "When its receiver works again, enable the webhook, and replay what it has missed in the last 30 days:",
  mail_page: "the page /settings/webhooks of the server",
} as const;

export type Dictionary = Readonly<Record<keyof typeof en, string>>;
