/** Converts what people want to be mailed to the API's object; pure. */
import type { MailState } from "./schema.ts";
import type { SettingsRow, SuppressReason } from "./store.ts";

/** Whether mails are sent, and why not. */
export function stateOf(row: SettingsRow | undefined, reason: SuppressReason | null): MailState {
  if (row === undefined || row.frequency === "OFF") return "OFF";
  if (reason === "REFUSED") return "REFUSED";
  return row.confirmed_at !== null && row.email === row.address ? "ACTIVE" : "UNCONFIRMED";
}

export const settingsView = (row: SettingsRow | undefined, state: MailState, timezone: string) => ({
  frequency: (row?.frequency ?? "OFF") as "OFF" | "AT_ONCE" | "DAILY" | "WEEKLY",
  state,
  weekday: row?.weekday ?? 1,
  hour: row?.hour ?? 8,
  quiet_from: row?.quiet_from ?? null,
  quiet_to: row?.quiet_to ?? null,
  timezone,
});
