/** The settings with a person's own client apps, and with the apps that are connected to their account. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { line, oneOf, paragraphs, verbatim } from "../../../platform/http/params.ts";
import { fill } from "../../web/layout/rules.ts";
import { copyScript } from "../accounts/assets.ts";
import { clockOf, doneNotice, question, shownOf, showSettings } from "../accounts/frame.ts";
import { createClient } from "./actions.ts";
import { deleteClient, disconnectApp, listClients, listConnectedApps } from "./store.ts";
import { appsView, clientsView, createdView } from "./views.ts";
import { oauthWords } from "./words.ts";

const CLIENTS = "/settings/clients";
const APPS = "/settings/apps";

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

const doneQuery = z.object({ done: verbatim({ max: 20 }).optional().catch(undefined) });
const whichApp = z.object({ client_id: verbatim({ max: 100 }) });
const nothing = z.object({});

const clientPages = [
  ...formPage({
    path: CLIENTS,
    summary: "Manage your client apps",
    access: "signed-in",
    query: doneQuery,
    body: newApp,
    look: { scripts: true },
    async show(call, refusal, deps: Deps) {
      const words = oauthWords(call.locale);
      const clients = await listClients(deps.db, call.session.user_id);
      const clock = clockOf(call, deps.clock());
      const notice = doneNotice(call.query.done, { deleted: words.deleted });
      const site = call.frame.site.name;
      const view = clientsView(words, shownOf(call, refusal), { clients, site, clock });
      return showSettings(call, CLIENTS, { title: words.clients, body: html`${notice}${view}` });
    },
    async submit(call, app, deps: Deps) {
      const created = await createClient(deps, app, call.session.user_id);
      const words = oauthWords(call.locale);
      const body = createdView(words, shownOf(call), created);
      return showSettings(call, CLIENTS, { title: words.new_client, body, head: copyScript });
    },
  }),
  ...formPage({
    path: `${CLIENTS}/:client_id/delete`,
    summary: "Delete a client app",
    access: "signed-in",
    params: whichApp,
    body: nothing,
    async show(call, _refusal, deps: Deps) {
      const words = oauthWords(call.locale);
      const { client_id } = call.params;
      const clients = await listClients(deps.db, call.session.user_id);
      const client = clients.find((one) => one.client_id === client_id);
      if (client === undefined) throw notFound("app");
      const title = fill(words.delete_ask, { app: client.name });
      const body = question({
        ...shownOf(call),
        text: words.delete_text,
        action: `${CLIENTS}/${client_id}/delete`,
        button: words.delete_app,
        back: CLIENTS,
      });
      return showSettings(call, CLIENTS, { title, body });
    },
    async submit({ params, session }, _value, deps: Deps) {
      if (!(await deleteClient(deps.db, session.user_id, params.client_id, deps.clock())))
        throw notFound("app");
      return redirect(`${CLIENTS}?done=deleted`);
    },
  }),
];

const connectedPages = [
  page({
    method: "GET",
    path: APPS,
    summary: "List the apps connected to your account",
    access: "signed-in",
    query: doneQuery,
    async handle(call, deps: Deps) {
      const words = oauthWords(call.locale);
      const now = deps.clock();
      const apps = await listConnectedApps(deps.db, call.session.user_id, now);
      const notice = doneNotice(call.query.done, { disconnected: words.disconnected });
      const view = appsView(words, shownOf(call), apps, clockOf(call, now));
      return showSettings(call, APPS, { title: words.apps, body: html`${notice}${view}` });
    },
  }),
  ...formPage({
    path: `${APPS}/:client_id/disconnect`,
    summary: "Disconnect an app",
    access: "signed-in",
    whileFull: true,
    params: whichApp,
    body: nothing,
    async show(call, _refusal, deps: Deps) {
      const words = oauthWords(call.locale);
      const { client_id } = call.params;
      const apps = await listConnectedApps(deps.db, call.session.user_id, deps.clock());
      const app = apps.find((one) => one.client_id === client_id);
      if (app === undefined) throw notFound("app");
      const title = fill(words.disconnect_ask, { app: app.name });
      const body = question({
        ...shownOf(call),
        text: words.disconnect_text,
        action: `${APPS}/${client_id}/disconnect`,
        button: words.disconnect_app,
        back: APPS,
      });
      return showSettings(call, APPS, { title, body });
    },
    async submit({ params, session }, _value, deps: Deps) {
      await disconnectApp(deps.db, session.user_id, params.client_id);
      return redirect(`${APPS}?done=disconnected`);
    },
  }),
];

export const appPages = [...clientPages, ...connectedPages];
