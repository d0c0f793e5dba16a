/** Codes that prove to whom a mail was sent: signed, so that nothing is stored before they are used. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a code works. */
export const CODE_MS = 7 * 86_400_000;

type Proof = Readonly<{ user_id: number; email: string; expires: number }>;

const macOf = (secret: Uint8Array, { user_id, email, expires }: Proof): Buffer =>
  createHmac("sha256", secret).update(`${user_id}\n${expires}\n${email}`).digest();

/** `12.1790000000.…`: the account, when the code expires in seconds since 1970, and the signature of both and the address. */
export const codeOf = (secret: Uint8Array, proof: Proof): string =>
  `${proof.user_id}.${proof.expires}.${macOf(secret, proof).toString("base64url")}`;

const FORM = /^([1-9]\d{0,14})\.(\d{1,12})\.([\w-]{43})$/;

/** The account of a code that is well-formed and has not expired at `now`; null for any other. */
export function readCode(code: string, now: Date): Omit<Proof, "email"> | null {
  const [, user, seconds] = FORM.exec(code) ?? [];
  const expires = Number(seconds);
  if (user === undefined || expires * 1000 <= now.getTime()) return null;
  return { user_id: Number(user), expires };
}

/** Whether the code was signed for this address. */
export const isSigned = (secret: Uint8Array, code: string, proof: Proof): boolean => {
  const given = Buffer.from(code.slice(code.lastIndexOf(".") + 1), "base64url");
  const right = macOf(secret, proof);
  return given.length === right.length && timingSafeEqual(given, right);
};
