/** How often a mail is attempted, and when a process that has taken one is given up. Pure. */

const MINUTE = 60_000;
/** The pauses between attempts at a mail server that does not take a mail now. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE] as const;

export const MOST_ATTEMPTS = PAUSES.length + 1;

/** How long to wait after `attempts` in ms; null: there is no further one. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** After this time a process that has not handed a mail over is taken for dead. */
export const CLAIM_MS = 2 * MINUTE;

/** Time between two mails of one process: SMTP servers refuse who is faster than they allow, ms. */
export const EACH_MS = 50;
