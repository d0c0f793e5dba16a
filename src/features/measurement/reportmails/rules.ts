/** The bounds of mails with reports; pure. */
import type { Limit } from "../../../platform/limits.ts";
import { MOST_ATTEMPTS } from "../../../platform/mail/attempts.ts";

export const MAIL_ATTEMPTS: Limit = {
  name: "report-mail-attempts",
  value: MOST_ATTEMPTS,
  unit: "attempts",
  bounds: "Attempts to send one mail with a report, over about four hours.",
  beyond: "The mail has failed; the page of the report says why.",
};

export const RECIPIENTS: Limit = {
  name: "report-recipients",
  value: 50,
  unit: "members",
  bounds: "Recipients of one saved report.",
  beyond: "400 on `recipients`.",
};

export const TEST_MAILS: Limit = {
  name: "report-test-mails",
  value: 10,
  unit: "mails",
  bounds: "Mails with one saved report that its owner asks for within an hour.",
  beyond: "429 `busy` with `Retry-After`",
};

export const ATTACHED_BYTES: Limit = {
  name: "report-mail-attachment",
  value: 2 ** 20,
  unit: "bytes",
  bounds: "The CSV that is attached to a mail with a report.",
  beyond: "The mail has a link to the CSV instead.",
};

/** Rows in the text of a mail. */
export const SHOWN_ROWS = 10;
