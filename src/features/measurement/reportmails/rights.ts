/** Checks to whom reports are mailed, when mails are asked for and again when they are sent. */
import type { Executor } from "../../../platform/db/database.ts";
import { listConfirmed } from "../../people/accounts/confirming/store.ts";
import { listTeamReaders } from "../../people/organizations/rights.ts";
import { findAccount } from "../../people/users/store.ts";
import type { RecipientState, SkipReason } from "./schema.ts";
import { isUnsubscribed, listRecipients } from "./store.ts";

type Report = Readonly<{ report_id: number; user_id: number; team_id: number }>;

/** Whether the report's owner may still read the team's advertising, so that it is mailed. */
export async function mayOwnerMail(
  db: Executor,
  { user_id, team_id }: Pick<Report, "user_id" | "team_id">,
): Promise<boolean> {
  const account = await findAccount(db, user_id);
  if (account === undefined || account.suspended_at !== null) return false;
  if (account.is_admin) return true;
  return (await listTeamReaders(db, team_id)).some((reader) => reader.user_id === user_id);
}

/** Why the user gets no mail with the report now; null if they get it. */
export async function skipReasonOf(
  db: Executor,
  { report_id, team_id, user_id: owner }: Report,
  user_id: number,
): Promise<SkipReason | null> {
  const isReader = (await listTeamReaders(db, team_id)).some((one) => one.user_id === user_id);
  // Admins of the server may mail reports of other teams to themselves.
  if (!isReader && user_id !== owner) return "LEFT";
  if (await isUnsubscribed(db, { report_id, user_id })) return "UNSUBSCRIBED";
  return (await listConfirmed(db, [user_id])).has(user_id) ? null : "UNCONFIRMED";
}

/** Somebody who may get mails with a report. */
export type Candidate = Readonly<{
  user_id: number;
  fullname: string;
  isRecipient: boolean;
  state: RecipientState;
}>;

/** The recipients of a report, and the other members who could be, by name. */
export async function listCandidates(
  db: Executor,
  { report_id, team_id }: Pick<Report, "report_id" | "team_id">,
): Promise<Candidate[]> {
  const recipients = await listRecipients(db, report_id);
  const readers = await listTeamReaders(db, team_id);
  const readerIds = new Set(readers.map(({ user_id }) => user_id));
  const chosen = new Map(recipients.map((one) => [one.user_id, one]));
  const left = recipients.filter(({ user_id }) => !readerIds.has(user_id));
  const all = [...readers, ...left];
  const confirmed = await listConfirmed(
    db,
    all.map(({ user_id }) => user_id),
  );
  return all.map(({ user_id, fullname }) => {
    const isOut = chosen.get(user_id)?.is_unsubscribed === true;
    const isReady = confirmed.has(user_id) ? ("READY" as const) : ("UNCONFIRMED" as const);
    const state = !readerIds.has(user_id) ? "LEFT" : isOut ? "UNSUBSCRIBED" : isReady;
    return { user_id, fullname, isRecipient: chosen.has(user_id), state };
  });
}
