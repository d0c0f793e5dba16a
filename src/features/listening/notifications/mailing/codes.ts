/** The codes in mails about new episodes: one that agrees to them, for a week, and one that ends them, without an end. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a link agrees to mails. */
const AGREE_MS = 7 * 86_400_000;

const macOf = (secret: Uint8Array, ...parts: readonly (string | number)[]): Buffer =>
  createHmac("sha256", secret).update(parts.join("\n")).digest();

const isSame = (given: string, right: Buffer): boolean => {
  const bytes = Buffer.from(given, "base64url");
  return bytes.length === right.length && timingSafeEqual(bytes, right);
};

/** Who agrees: the account, the address that the mail goes to, and when it asked. */
type Asked = Readonly<{ user_id: number; email: string; asked_at: Date }>;

const agreeMac = (secret: Uint8Array, { user_id, email, asked_at }: Asked): Buffer =>
  macOf(secret, "agree", user_id, asked_at.getTime(), email);

export const agreeCode = (secret: Uint8Array, asked: Asked): string =>
  `${asked.user_id}.${asked.asked_at.getTime()}.${agreeMac(secret, asked).toString("base64url")}`;

const AGREE = /^([1-9]\d{0,14})\.(\d{1,14})\.([\w-]{43})$/;

/** What a code names, before its signature is checked; null if it is none, or is too old at `now`. */
export function readAgreeCode(code: string, now: Date): Omit<Asked, "email"> | null {
  const [, user, ms] = AGREE.exec(code) ?? [];
  if (user === undefined || Number(ms) + AGREE_MS <= now.getTime()) return null;
  return { user_id: Number(user), asked_at: new Date(Number(ms)) };
}

export const isAgreeCode = (secret: Uint8Array, code: string, asked: Asked): boolean =>
  isSame(code.slice(code.lastIndexOf(".") + 1), agreeMac(secret, asked));

export const endCode = (secret: Uint8Array, user_id: number): string =>
  `${user_id}.${macOf(secret, "end", user_id).toString("base64url")}`;

const END = /^([1-9]\d{0,14})\.([\w-]{43})$/;

/** The account whose mails a code ends; null if it was not made here. */
export function readEndCode(secret: Uint8Array, code: string): number | null {
  const [, user, mac = ""] = END.exec(code) ?? [];
  if (user === undefined) return null;
  return isSame(mac, macOf(secret, "end", Number(user))) ? Number(user) : null;
}

/** How the list of suppressed addresses knows one without keeping it. */
export const addressDigest = (secret: Uint8Array, email: string): Buffer =>
  macOf(secret, "address", email.toLowerCase());
