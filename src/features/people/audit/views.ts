/** Converts entries of the audit log to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import type { auditEntry, logEntry } from "./schema.ts";
import type { EntryRow, LogRow } from "./store.ts";

type Entry = z.infer<typeof auditEntry>;

export const entryView = ({ user_id, username, fullname, ...row }: EntryRow): Entry => ({
  entry_id: row.entry_id,
  at: wireTime(row.at),
  actor: user_id === null ? null : { user_id, username: username ?? "", fullname: fullname ?? "" },
  via: row.via as Entry["via"],
  action: row.action,
  before: row.before as Entry["before"],
  after: row.after as Entry["after"],
});

/** An entry of the whole log. */
export const logEntryView = (row: LogRow): z.infer<typeof logEntry> => ({
  ...entryView(row),
  subject: `${row.subject}:${row.subject_id}`,
  subject_name: row.subject_name,
});
