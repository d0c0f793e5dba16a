/** What the pages of OAuth consist of; pure. */
import type { Refusal } from "../../platform/http/formpage.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { choice, field, form, notice, settings, submit, textArea } from "../layout/views.ts";
import type { CreatedClient } from "./actions.ts";

type Consent = { app: string; username: string; scopes: string[]; csrf: string; uid: string };

export const consentView = ({ app, username, scopes, csrf, uid }: Consent): Html => html`
<h1>Allow ${app}?</h1>
<p>You are signed in as <strong>${username}</strong>. ${app} asks to:</p>
<ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<p class="soft">You can take this back at any time under Settings, Connected apps.</p>
${form(
  `/oauth2/interaction/${uid}`,
  csrf,
  html`
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="refuse" class="quiet">Refuse</button>`,
)}`;

type Client = {
  client_id: string;
  name: string;
  redirect_uris: string[];
  secret_hash: string | null;
};

export const clientsView = (
  clients: Client[],
  csrf: string,
  { given, fields, message }: Refusal,
): Html =>
  settings(
    "/settings/clients",
    csrf,
    html`
<h1>Client apps</h1>
<p>Apps you make, which people sign in to with their account here.</p>
${notice(message, "problem")}
<ul class="cards">${clients.map((client) => clientItem(client, csrf))}</ul>
<h2>Register an app</h2>
${form(
  "/settings/clients",
  csrf,
  html`
${field({ label: "Name", name: "name", hint: "People see it when they are asked.", value: given.name, error: fields.name, required: true })}
${textArea({ label: "Redirect addresses", name: "redirect_uris", rows: 3, hint: "Where the app takes people back, one a line.", value: given.redirect_uris, error: fields.redirect_uris })}
${choice({ label: "Kind", name: "kind", value: given.kind, error: fields.kind, options: KINDS })}
${submit("Register the app")}`,
)}`,
  );

const KINDS = [
  ["confidential", "Runs on a server, keeps a secret"],
  ["public", "Runs on people's devices, keeps none"],
] as const;

const clientItem = (
  { client_id, name, redirect_uris, secret_hash }: Client,
  csrf: string,
): Html => html`
<li>
<div>
<p><strong>${name}</strong> · ${secret_hash === null ? "public" : "confidential"}</p>
<p class="soft">Client id <code>${client_id}</code><br>
Redirects to ${redirect_uris.map((uri) => html`<code>${uri}</code> `)}</p>
</div>
${form(
  `/settings/clients/${client_id}/delete`,
  csrf,
  html`<button type="submit" class="danger">Delete<span class="hidden"> ${name}</span></button>`,
)}
</li>`;

export const createdView = (csrf: string, { client_id, client_secret }: CreatedClient): Html =>
  settings(
    "/settings/clients",
    csrf,
    html`
<h1>Your new client app</h1>
<p>Client id</p>
<p class="secret">${client_id}</p>
${
  client_secret !== null &&
  html`<p>Client secret. Copy it now: it is shown this once and kept nowhere.</p>
<p class="secret">${client_secret}</p>`
}
<p><a href="/settings/clients">Back to your client apps</a></p>`,
  );

type App = { client_id: string; name: string };

export const appsView = (apps: App[], csrf: string): Html =>
  settings(
    "/settings/apps",
    csrf,
    html`
<h1>Connected apps</h1>
<p>${apps.length === 0 ? "No app is connected to your account." : "These apps may act for you until you disconnect them."}</p>
<ul class="cards">${apps.map(
      ({ client_id, name }) => html`
<li>
<div><p><strong>${name}</strong></p></div>
${form(
  `/settings/apps/${client_id}/disconnect`,
  csrf,
  html`<button type="submit" class="danger">Disconnect<span class="hidden"> ${name}</span></button>`,
)}
</li>`,
    )}</ul>`,
  );
