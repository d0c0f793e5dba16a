/** Converts schedules and mails to API objects; pure. */
import { wireTime } from "../../../platform/text/time.ts";
import type { Schedule } from "./actions.ts";
import type { MailRow } from "./mails/store.ts";

const timeOrNull = (date: Date | null): string | null => (date === null ? null : wireTime(date));

export const scheduleView = ({ row, isActive, candidates }: Schedule) => ({
  report_id: row.report_id,
  frequency: row.frequency,
  weekday: row.weekday,
  day: row.day,
  hour: row.hour,
  timezone: row.timezone,
  status: isActive ? ("ACTIVE" as const) : ("STOPPED" as const),
  reason: isActive ? null : ("OWNER_RIGHTS" as const),
  next_at: isActive ? timeOrNull(row.next_at) : null,
  recipients: candidates
    .filter(({ isRecipient }) => isRecipient)
    .map(({ user_id, fullname, state }) => ({ user_id, fullname, state })),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});

export const reportMailView = (row: MailRow) => ({
  mail_id: row.mail_id,
  user_id: row.user_id,
  fullname: row.fullname,
  day: row.day,
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  next_at: row.state === "PENDING" ? wireTime(row.next_at) : null,
  created_at: wireTime(row.created_at),
  ended_at: timeOrNull(row.ended_at),
});
