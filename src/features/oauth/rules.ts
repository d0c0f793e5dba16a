/** Which redirect addresses an app may register, and what scopes mean; pure. */

/** What each scope lets an app do, in a person's words (contract §3). */
export const SCOPES: Record<string, string> = {
  basic: "Act for you in every way, except for your password",
  read: "Read your shows, episodes and account",
  publish: "Create and change your shows and episodes",
  statistics: "Read your statistics",
  advertising: "Manage the advertising of your teams",
};

/** Scopes that come with signing in and need no words of their own. */
export const SILENT_SCOPES = ["openid", "offline_access"];

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;
/** RFC 8252 §7.1: a private scheme is the reversed name of a domain. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\//;

/** An address that only an app on the person's own device can receive (RFC 8252 §7). */
export const isNativeUri = (uri: string): boolean => LOOPBACK.test(uri) || PRIVATE_SCHEME.test(uri);

/** What is wrong with a redirect address; null when nothing is. */
export function complaintAbout(uri: string): string | null {
  if (uri.length > 1000 || !URL.canParse(uri)) return "is not an address";
  if (uri.includes("#")) return "must not have a fragment";
  if (/^https:\/\//.test(uri) || isNativeUri(uri)) return null;
  return "must start with https://, http://localhost or a private scheme such as com.example.app:/";
}
