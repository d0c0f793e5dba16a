/** Signs the addresses of previews, and reads only those that this server has signed and that still hold; pure. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** How long an address can be listened to. */
export const HELD_MS = 3_600_000;

const choice = z.object({
  episode_id: z.int(),
  /** The digest of the rendition: another one is never sent under this address. */
  digest: z.string(),
  /** ms since 1970. */
  expires: z.int(),
  /** The index of a break, and a creative in it, in playback order. */
  ads: z.array(z.tuple([z.int(), z.int()])),
  /** Only this part of the programme is heard, with the ads in it; in ms of the programme. */
  clip: z.tuple([z.int(), z.int()]).optional(),
});

/** What is heard at an address. */
export type PreviewChoice = Readonly<z.infer<typeof choice>>;

const signatureOf = (secret: Buffer, text: string): Buffer =>
  createHmac("sha256", secret).update(text).digest();

/** The token that stands for `chosen` in an address. */
export function signChoice(secret: Buffer, chosen: PreviewChoice): string {
  const text = Buffer.from(JSON.stringify(chosen)).toString("base64url");
  return `${text}.${signatureOf(secret, text).toString("base64url")}`;
}

/** The choice behind a token; null if it was not signed with `secret` or has expired. */
export function readChoice(secret: Buffer, token: string, at: Date): PreviewChoice | null {
  const [text = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(secret, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const chosen = choice.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return at.getTime() < chosen.expires ? chosen : null;
}
