/** HTML of the OAuth pages; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { choice, field, form, notice, settings, submit, textArea } from "../../web/layout/views.ts";
import type { CreatedClient } from "./actions.ts";

type Consent = { app: string; username: string; scopes: string[]; csrf: string; uid: string };

export const consentView = ({ app, username, scopes, csrf, uid }: Consent): Html => html`
<h1>Allow ${app}?</h1>
<p>You are signed in as <strong>${username}</strong>. ${app} is asking for permission to:</p>
<ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<p class="soft">You can disconnect the app at any time under Settings → Connected apps.</p>
${form(
  `/oauth2/interaction/${uid}`,
  csrf,
  html`
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="refuse" class="quiet">Deny</button>`,
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
<p>Apps you build that people sign in to with their account on this server.</p>
${notice(message, "problem")}
<ul class="cards">${clients.map((client) => clientItem(client, csrf))}</ul>
<h2>Register an app</h2>
${form(
  "/settings/clients",
  csrf,
  html`
${field({ label: "Name", name: "name", hint: "Shown on the permission screen.", value: given.name, error: fields.name, required: true })}
${textArea({ label: "Redirect URIs", name: "redirect_uris", rows: 3, hint: "Where people return to after signing in, one per line.", value: given.redirect_uris, error: fields.redirect_uris })}
${choice({ label: "Type", name: "kind", value: given.kind, error: fields.kind, options: KINDS })}
${submit("Register app")}`,
)}`,
  );

const KINDS = [
  ["confidential", "Confidential: runs on a server and can keep a secret"],
  ["public", "Public: runs on people's devices and has no secret"],
] as const;

const clientItem = (
  { client_id, name, redirect_uris, secret_hash }: Client,
  csrf: string,
): Html => html`
<li>
<div>
<p><strong>${name}</strong> · ${secret_hash === null ? "public" : "confidential"}</p>
<p class="soft">Client ID <code>${client_id}</code><br>
Redirect URIs ${redirect_uris.map((uri) => html`<code>${uri}</code> `)}</p>
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
<p>Client ID</p>
<p class="secret">${client_id}</p>
${
  client_secret !== null &&
  html`<p>Client secret. Copy it now: it will not be shown again.</p>
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
<p>${apps.length === 0 ? "No apps are connected to your account." : "These apps can use your account until you disconnect them."}</p>
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
