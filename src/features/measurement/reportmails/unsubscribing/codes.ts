/** The codes of the links that end mails with a report: signed, without an end, for one recipient of one report. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";

type Mailed = Readonly<{ report_id: number; user_id: number }>;

const macOf = (secret: Uint8Array, { report_id, user_id }: Mailed): Buffer =>
  createHmac("sha256", secret).update(`unsubscribe\n${report_id}\n${user_id}`).digest();

export const unsubscribeCode = (secret: Uint8Array, mailed: Mailed): string =>
  `${mailed.report_id}.${mailed.user_id}.${macOf(secret, mailed).toString("base64url")}`;

const FORM = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([\w-]{43})$/;

/** What a code was made for; null if it was not made here. */
export function readUnsubscribeCode(secret: Uint8Array, code: string): Mailed | null {
  const [, report, user, mac = ""] = FORM.exec(code) ?? [];
  if (report === undefined) return null;
  const mailed = { report_id: Number(report), user_id: Number(user) };
  const given = Buffer.from(mac, "base64url");
  const right = macOf(secret, mailed);
  return given.length === right.length && timingSafeEqual(given, right) ? mailed : null;
}
