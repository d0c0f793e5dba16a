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

/** How long a cookie lives: "browser" until it is closed, else that many seconds; 0 removes it. */
export type Lifetime = "browser" | number;

/**
 * Sets a cookie that no script reads and no other site's form sends. `value` holds base64url only.
 * It travels by https alone when `baseUrl` is an https address, or the request came by https.
 */
export function setCookie(
  reply: FastifyReply,
  { name, value, life, baseUrl }: { name: string; value: string; life: Lifetime; baseUrl: string },
): void {
  const parts = [`${name}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (life !== "browser") parts.push(`Max-Age=${life}`);
  if (baseUrl.startsWith("https:") || reply.request.protocol === "https") parts.push("Secure");
  reply.header("set-cookie", parts.join("; "));
}
