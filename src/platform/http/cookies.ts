/** Reads and writes cookies (RFC 6265): opaque values that only this server reads. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** The value of the cookie `name`; null when the browser did not send one. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === name && value !== undefined) return value.trim() || null;
  }
  return null;
}

/** How long a cookie lives: "browser" until the browser is closed, otherwise in seconds; 0 removes it. */
type Lifetime = "browser" | number;

/** `sameSite`: "Strict" cookies are not sent with links of other sites either; default "Lax". */
type Cookie = Readonly<{
  name: string;
  value: string;
  life: Lifetime;
  baseUrl: string;
  sameSite?: "Lax" | "Strict";
}>;

/**
 * Sets a cookie that scripts cannot read and that forms of other sites do not send. `value` contains only base64url
 * characters. It is restricted to https if `baseUrl` is an https address or the request came over https.
 */
export function setCookie(
  reply: FastifyReply,
  { name, value, life, baseUrl, sameSite = "Lax" }: Cookie,
): void {
  const parts = [`${name}=${value}`, "Path=/", "HttpOnly", `SameSite=${sameSite}`];
  if (life !== "browser") parts.push(`Max-Age=${life}`);
  if (baseUrl.startsWith("https:") || reply.request.protocol === "https") parts.push("Secure");
  reply.header("set-cookie", parts.join("; "));
}
