/** Changes what people want to be mailed about their own shows, and ends it with the code of a mail. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { ensureServerSecret } from "../../../platform/db/serversecrets.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { canMailLinks } from "../../../platform/mail/mail.ts";
import { listConfirmed } from "../../people/accounts/confirming/store.ts";
import { findAccount } from "../../people/users/store.ts";
import { editableShowIds } from "../../publishing/shows/editable/store.ts";
import { weeklyTimes } from "./rules.ts";
import type { AudienceMailChanges, AudienceMailState } from "./schema.ts";
import { endMails, findSettings, putSettings, type SettingsRow } from "./store.ts";
import { type MailKind, readEndCode } from "./unsubscribing/codes.ts";

type Needs = Pick<Deps, "db" | "clock" | "config">;

export const mailSecret = (db: Executor): Promise<Buffer> =>
  ensureServerSecret(db, "audiencemails");

/** Whether these mails are sent to the person now, and why not. */
export async function stateOf(
  db: Executor,
  row: SettingsRow | undefined,
): Promise<AudienceMailState> {
  if (row === undefined || !(row.weekly || row.jumps)) return "OFF";
  if (row.refused_email === row.address) return "REFUSED";
  return (await listConfirmed(db, [row.user_id])).has(row.user_id) ? "ACTIVE" : "UNCONFIRMED";
}

export type AudienceMailSettings = Readonly<{
  weekly_report: boolean;
  jump_notes: boolean;
  reports_state: AudienceMailState;
}>;

/** What the user wants, as the API shows it. */
export async function readAudienceMails(
  { db }: Pick<Needs, "db">,
  user_id: number,
): Promise<AudienceMailSettings> {
  const row = await findSettings(db, user_id);
  return {
    weekly_report: row?.weekly ?? false,
    jump_notes: row?.jumps ?? false,
    reports_state: await stateOf(db, row),
  };
}

/** Whether the settings offer these mails: who edits no show has no use for them. */
export async function hasUseFor({ db }: Pick<Needs, "db">, user_id: number): Promise<boolean> {
  const row = await findSettings(db, user_id);
  if (row?.weekly || row?.jumps) return true;
  const shows = await editableShowIds(db, user_id).limit(1).execute();
  return shows.length > 0;
}

/** Fails with 400 if one of these mails is wished on a server without mail. */
export function requireMail({ config }: Pick<Needs, "config">, changes: AudienceMailChanges): void {
  for (const name of ["weekly_report", "jump_notes"] as const)
    if (changes[name] === true && !canMailLinks(config))
      throw invalid({ [name]: "must be false: this server sends no mail" });
}

/** Stores what the user wants; what is not given stays. Fails with 400 on a server without mail. */
export async function changeAudienceMails(
  deps: Needs,
  user_id: number,
  changes: AudienceMailChanges,
): Promise<void> {
  const { db, clock } = deps;
  const { weekly_report, jump_notes } = changes;
  if (weekly_report === undefined && jump_notes === undefined) return;
  requireMail(deps, changes);
  const account = await findAccount(db, user_id);
  if (account === undefined) throw notFound("user");
  const wishes = { weekly: weekly_report ?? null, jumps: jump_notes ?? null };
  await putSettings(db, user_id, wishes, weeklyTimes(account.timezone ?? "UTC", clock()));
}

/** Which mails of whom a code ends. Fails with 404. */
export async function requireEndCode(
  db: Executor,
  code: string,
): Promise<Readonly<{ user_id: number; kind: MailKind }>> {
  const mailed = readEndCode(await mailSecret(db), code);
  if (mailed === null) throw notFound("user");
  return mailed;
}

/** Ends mails with the code of one, until their owner wishes them again. Idempotent. */
export async function unsubscribe({ db }: Pick<Needs, "db">, code: string): Promise<void> {
  const { user_id, kind } = await requireEndCode(db, code);
  await endMails(db, user_id, kind);
}
