/** The headers of pages: their content security policy, and who may frame them. */
import type { FastifyReply } from "fastify";
import { secure } from "./headers.ts";
import type { FormAction, PageLook } from "./pages.ts";

/** The headers of every page, and of its errors; other sites may not read pages, so there are none for CORS. */
export const pageHeaders = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...secure(publicUrl),
  "cache-control": "no-store",
  "content-security-policy": policyOf([], {}),
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  // Not "no-referrer": browsers would then send this server's own forms with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
});

/** Sets what `look` and the targets of the page's forms permit. */
export function permit(reply: FastifyReply, look: PageLook, formAction: FormAction): void {
  reply.header("content-security-policy", policyOf(formAction, look));
  if (!look.framed) return;
  reply.removeHeader("x-frame-options").removeHeader("cross-origin-opener-policy");
  reply.header("cross-origin-resource-policy", "cross-origin");
}

/** The audio of an EXTERNAL episode is on its publisher's server, which no list could name. */
const ANYWHERE = "'self' http: https:";

function policyOf(formAction: FormAction, { audio, scripts, framed }: PageLook): string {
  return [
    ...[
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
    ],
    `img-src 'self' data:${scripts === true ? " http: https:" : ""}`,
    ...(audio ? [`media-src ${ANYWHERE}`] : []),
    ...(scripts ? ["script-src 'self'", `connect-src ${ANYWHERE}`] : []),
    ...(formAction === "any" ? [] : [["form-action 'self'", ...formAction].join(" ")]),
    `frame-ancestors ${framed ? "*" : "'none'"}`,
  ].join("; ");
}
