/** The codes of the links that end mails about one's shows: signed, without an end, for one person and kind. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type MailKind = "weekly" | "jumps";

type Mailed = Readonly<{ user_id: number; kind: MailKind }>;

const macOf = (secret: Uint8Array, { user_id, kind }: Mailed): Buffer =>
  createHmac("sha256", secret).update(`end\n${kind}\n${user_id}`).digest();

export const endCode = (secret: Uint8Array, mailed: Mailed): string =>
  `${mailed.user_id}.${mailed.kind}.${macOf(secret, mailed).toString("base64url")}`;

const FORM = /^([1-9]\d{0,14})\.(weekly|jumps)\.([\w-]{43})$/;

/** What a code was made for; null if it was not made here. */
export function readEndCode(secret: Uint8Array, code: string): Mailed | null {
  const [, user, kind, mac = ""] = FORM.exec(code) ?? [];
  if (user === undefined) return null;
  const mailed = { user_id: Number(user), kind: kind as MailKind };
  const given = Buffer.from(mac, "base64url");
  const right = macOf(secret, mailed);
  return given.length === right.length && timingSafeEqual(given, right) ? mailed : null;
}
