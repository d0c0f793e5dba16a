/** Pages of OAuth: consent, a user's own client apps, and connected apps. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { line, oneOf, paragraphs, verbatim } from "../../../platform/http/params.ts";
import { layout } from "../../web/layout/views.ts";
import { createClient } from "./actions.ts";
import type { Oauth } from "./mount.ts";
import { SCOPES, SIGN_IN_SCOPES } from "./rules.ts";
import { deleteClient, disconnectApp, listClients, listConnectedApps } from "./store.ts";
import { appsView, clientsView, consentView, createdView } from "./views.ts";

/** The form that registers an app. */
const newApp = z
  .object({
    name: line({ max: 1000 }),
    redirect_uris: paragraphs({ max: 22_000 }),
    kind: oneOf(["confidential", "public"]),
  })
  .transform(({ name, redirect_uris, kind }) => ({
    name,
    redirect_uris: redirect_uris.split(/\s+/).filter(Boolean),
    public: kind === "public",
  }));

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
type WithOauth = Readonly<{ oauth: Oauth }>;

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
    async handle(call, { oauth }: WithOauth) {
      const { provider, details } = await interactionOf(oauth, call);
      if (details.prompt.name === "login") {
        const login = { accountId: String(call.session.user_id) };
        return redirect(
          await provider.interactionResult(call.request.raw, call.reply.raw, { login }),
        );
      }
      const client = await provider.Client.find(String(details.params.client_id));
      const requested = String(details.params.scope ?? "")
        .split(" ")
        .filter((scope) => !SIGN_IN_SCOPES.includes(scope));
      const body = consentView({
        app: client?.clientName ?? "An app",
        username: call.session.username,
        scopes: requested.map((scope) => SCOPES[scope] ?? scope),
        csrf: call.csrf,
        uid: call.params.uid,
      });
      return layout({ ...call, title: "Allow access?", body, narrow: true });
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
  ...formPage({
    path: "/settings/clients",
    summary: "Manage your client apps",
    access: "signed-in",
    body: newApp,
    async show(call, refusal, deps: Deps) {
      const clients = await listClients(deps.db, call.session.user_id);
      return layout({
        ...call,
        title: "Client apps",
        body: clientsView(clients, call.csrf, refusal),
      });
    },
    async submit(call, app, deps: Deps) {
      const created = await createClient(deps, app, call.session.user_id);
      return layout({
        ...call,
        title: "Client app registered",
        body: createdView(call.csrf, created),
      });
    },
  }),
  page({
    method: "POST",
    path: "/settings/clients/:client_id/delete",
    summary: "Delete a client app",
    access: "signed-in",
    params: z.object({ client_id: verbatim({ max: 100 }) }),
    async handle({ params: { client_id }, session }, deps: Deps) {
      if (!(await deleteClient(deps.db, session.user_id, client_id, deps.clock())))
        throw notFound("app");
      return redirect("/settings/clients");
    },
  }),
  page({
    method: "GET",
    path: "/settings/apps",
    summary: "List the apps connected to your account",
    access: "signed-in",
    async handle(call, deps: Deps) {
      const apps = await listConnectedApps(deps.db, call.session.user_id, deps.clock());
      return layout({ ...call, title: "Connected apps", body: appsView(apps, call.csrf) });
    },
  }),
  page({
    method: "POST",
    path: "/settings/apps/:client_id/disconnect",
    summary: "Disconnect an app",
    access: "signed-in",
    whileFull: true,
    params: z.object({ client_id: verbatim({ max: 100 }) }),
    async handle({ params: { client_id }, session }, deps: Deps) {
      await disconnectApp(deps.db, session.user_id, client_id);
      return redirect("/settings/apps");
    },
  }),
];

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
