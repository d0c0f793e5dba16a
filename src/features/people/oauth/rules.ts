/** Pure rules of OAuth: which redirect URIs an app may register. */

/** Protocol scopes that the consent page does not list. */
export const SIGN_IN_SCOPES = ["openid", "offline_access"];

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;
/** RFC 8252 §7.1: a private-use scheme is a domain name in reverse. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\//;

/** Whether only an app on the user's own device can receive this redirect (RFC 8252 §7). */
export const isNativeUri = (uri: string): boolean => LOOPBACK.test(uri) || PRIVATE_SCHEME.test(uri);

/** The error of a redirect URI, or null if it is valid. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > 1000 || !URL.canParse(uri))
    return "must be a valid URL of at most 1,000 characters";
  if (uri.includes("#")) return "must not contain a fragment (#)";
  if (/^https:\/\//.test(uri) || isNativeUri(uri)) return null;
  return "must start with https://, http://localhost or a private scheme such as com.example.app:/";
}
