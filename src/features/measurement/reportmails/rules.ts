/** The bounds of mails with reports, and the pauses between attempts; pure. */
import type { Limit } from "../../../platform/limits.ts";

const MINUTE = 60_000;
/** The pauses between attempts at a mail server that does not take a mail now. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE] as const;

/** How long to wait after `attempts` in ms; null: there is no further one. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** After this time a process that has not handed a mail over is taken for dead. */
export const CLAIM_MS = 2 * MINUTE;

export const MAIL_ATTEMPTS: Limit = {
  name: "report-mail-attempts",
  value: PAUSES.length + 1,
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
