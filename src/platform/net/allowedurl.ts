/** Checks a URL to which a user asks this server to send requests. */
import { invalid } from "../failure.ts";
import { type PrivateAccess, PrivateAddressError, refusePrivateHost } from "./addresses.ts";

/**
 * Fails with 400 on `field` for a URL with credentials, or with an address to which users may not make this machine
 * connect. Names are looked up, and checked again, whenever the URL is used.
 */
export function requireAllowedUrl(field: string, text: string, access: PrivateAccess): void {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw invalid({ [field]: "must not contain a user name or a password" });
  try {
    refusePrivateHost(url.hostname, access);
  } catch (error) {
    if (!(error instanceof PrivateAddressError)) throw error;
    throw invalid({ [field]: "must not be a private address" });
  }
}
