/** The pages on which a person grants or refuses an app's request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { clockOf, showNarrow } from "../accounts/frame.ts";
import { findPublicUser } from "../users/store.ts";
import type { Oauth } from "./mount.ts";
import { SIGN_IN_SCOPES } from "./rules.ts";
import { findClient } from "./store.ts";
import { consentView } from "./views.ts";
import { oauthWords, scopeText } from "./words.ts";

const uid = z.object({ uid: verbatim({ max: 100 }) });
type Raw = { request: { raw: IncomingMessage }; reply: { raw: ServerResponse } };

/** The interaction that the browser's cookie and the path identify. */
async function interactionOf(oauth: Oauth, { request, reply, baseUrl }: Raw & { baseUrl: string }) {
  const provider = await oauth.provider(baseUrl);
  try {
    return { provider, details: await provider.interactionDetails(request.raw, reply.raw) };
  } catch {
    throw new Failure(
      "not-found",
      "interaction-not-found",
      "This sign-in has expired. Go back to the app and start again.",
    );
  }
}

/** What the consent pages need. */
type WithOauth = Deps & Readonly<{ oauth: Oauth }>;

export const oauthPages = [
  page({
    method: "GET",
    path: "/oauth2/interaction/:uid",
    summary: "Sign in for an app, then grant or refuse its request",
    access: "signed-in",
    params: uid,
    // The consent form redirects to the app.
    formAction: async (call, { oauth }: WithOauth) => {
      const { details } = await interactionOf(oauth, call);
      // A device flow has no redirect URI.
      if (details.params.redirect_uri === undefined) return [];
      const target = new URL(String(details.params.redirect_uri));
      return [/^https?:$/.test(target.protocol) ? target.origin : target.protocol];
    },
    async handle(call, deps: WithOauth) {
      const { provider, details } = await interactionOf(deps.oauth, call);
      if (details.prompt.name === "login") {
        const login = { accountId: String(call.session.user_id) };
        return redirect(
          await provider.interactionResult(call.request.raw, call.reply.raw, { login }),
        );
      }
      const client = await findClient(deps.db, String(details.params.client_id));
      const requested = String(details.params.scope ?? "")
        .split(" ")
        .filter((scope) => !SIGN_IN_SCOPES.includes(scope));
      const words = oauthWords(call.locale);
      const body = consentView(words, {
        app: client?.name ?? words.an_app,
        person: call.session,
        origin: client ? await originOf(deps.db, client) : null,
        back: hostOf(details.params.redirect_uri),
        site: call.frame.site.name,
        clock: clockOf(call, deps.clock()),
        scopes: requested.map((scope) => scopeText(words, scope)),
        csrf: call.csrf,
        uid: call.params.uid,
      });
      return showNarrow(call, words.allow_title, body);
    },
  }),
  page({
    method: "POST",
    path: "/oauth2/interaction/:uid",
    summary: "Grant or refuse an app's request",
    access: "signed-in",
    whileFull: true,
    params: uid,
    body: z.object({ decision: z.enum(["allow", "refuse"]) }),
    async handle(call, { oauth }: WithOauth) {
      const { provider, details } = await interactionOf(oauth, call);
      const allowed = call.form.ok && call.form.value.decision === "allow";
      const result = allowed
        ? { consent: { grantId: await grant(provider, details, call.session.user_id) } }
        : { error: "access_denied", error_description: "The user denied the request." };
      const merge = { mergeWithLastSubmission: allowed };
      return redirect(
        await provider.interactionResult(call.request.raw, call.reply.raw, result, merge),
      );
    },
  }),
];

/** Who registered an app, and when: anybody can give theirs the name of another. Null for the operator's own apps. */
async function originOf(db: Deps["db"], { owner_id, created_at }: ClientRow) {
  const owner = owner_id === null ? undefined : await findPublicUser(db, owner_id);
  return owner === undefined ? null : { owner: owner.fullname, created_at };
}

type ClientRow = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** Where the person is sent afterwards: a host, or the scheme that opens an app. A device flow has none. */
function hostOf(redirect_uri: unknown): string | null {
  if (typeof redirect_uri !== "string") return null;
  const { host, protocol } = new URL(redirect_uri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

type Interaction = Awaited<ReturnType<typeof interactionOf>>;

/** Adds the requested scopes to the app's grant, or creates a grant. */
async function grant(
  provider: Interaction["provider"],
  details: Interaction["details"],
  user_id: number,
): Promise<string> {
  const present =
    details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId);
  const given =
    present ??
    new provider.Grant({ accountId: String(user_id), clientId: String(details.params.client_id) });
  const { missingOIDCScope } = details.prompt.details as { missingOIDCScope?: string[] };
  if (missingOIDCScope) given.addOIDCScope(missingOIDCScope.join(" "));
  return given.save();
}
