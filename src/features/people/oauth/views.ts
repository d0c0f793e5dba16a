/** HTML of the OAuth pages; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, form, notice, submit, textArea } from "../../web/layout/views.ts";
import { type Shown, zoneNote } from "../accounts/frame.ts";
import { type Clock, fillHtml, moment } from "../accounts/times.ts";
import { secret } from "../accounts/tokenviews.ts";
import type { CreatedClient } from "./actions.ts";
import type { OauthWords } from "./words.ts";

type Consent = Readonly<{
  app: string;
  person: Readonly<{ username: string; fullname: string }>;
  /** Who registered the app, and when; null for the operator's own. */
  origin: Readonly<{ owner: string; created_at: Date }> | null;
  /** The host or the scheme that the person is sent back to. */
  back: string | null;
  site: string;
  clock: Clock;
  scopes: readonly string[];
  csrf: string;
  uid: string;
}>;

export const consentView = (
  words: OauthWords,
  { app, person, origin, back, site, clock, scopes, csrf, uid }: Consent,
): Html => html`
<h1>${fill(words.allow_ask, { app })}</h1>
<p>${fillHtml(words.allow_lead, { username: html`<strong>${person.fullname}</strong> (@${person.username})`, app })}</p>
<ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
${
  origin !== null &&
  html`<p>${fillHtml(words.allow_from, { when: moment(origin.created_at, clock), owner: html`<strong>${origin.owner}</strong>`, site })}</p>`
}
${back !== null && html`<p>${fillHtml(words.allow_back, { host: html`<strong>${back}</strong>` })}</p>`}
<p class="soft">${words.allow_end}</p>
${form(
  `/oauth2/interaction/${uid}`,
  csrf,
  html`
<button type="submit" name="decision" value="allow">${words.allow}</button>
<button type="submit" name="decision" value="refuse" class="quiet">${words.deny}</button>`,
)}`;

type Client = Readonly<{
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  secret_hash: string | null;
  created_at: Date;
}>;

type Clients = Readonly<{ clients: readonly Client[]; site: string; clock: Clock }>;

export function clientsView(
  words: OauthWords,
  { words: common, csrf, refusal }: Shown,
  { clients, site, clock }: Clients,
): Html {
  const { given, fields, message } = refusal;
  const kinds = [
    ["confidential", words.confidential],
    ["public", words.public],
  ] as const;
  return html`
<p>${fill(words.clients_text, { site })}</p>
${notice(message, "problem")}
${clients.length === 0 && html`<p class="soft">${words.no_clients}</p>`}
<ul class="cards">${clients.map((client) => clientItem(words, client, clock))}</ul>
${clients.length > 0 && zoneNote(common, clock)}
<h2>${words.register_title}</h2>
${form(
  "/settings/clients",
  csrf,
  html`
${field({ label: words.name, name: "name", hint: words.name_hint, value: given.name, error: fields.name, required: true, maxlength: 60 })}
${textArea({ label: words.uris, name: "redirect_uris", rows: 3, hint: words.uris_hint, value: given.redirect_uris, error: fields.redirect_uris })}
${choice({ label: words.kind, name: "kind", value: given.kind, error: fields.kind, options: kinds })}
${submit(words.register)}`,
)}`;
}

const clientItem = (words: OauthWords, client: Client, clock: Clock): Html => html`
<li>
<div>
<p><strong>${client.name}</strong> · ${client.secret_hash === null ? words.is_public : words.is_confidential}</p>
<p class="soft">${words.client_id} <code>${client.client_id}</code><br>
${words.uris} ${client.redirect_uris.map((uri) => html`<code>${uri}</code> `)}<br>
${fillHtml(words.registered, { when: moment(client.created_at, clock) })}</p>
</div>
<a class="button danger" href="/settings/clients/${client.client_id}/delete">${words.delete}<span class="hidden"> ${client.name}</span></a>
</li>`;

export const createdView = (
  words: OauthWords,
  { words: common }: Shown,
  { client_id, client_secret }: CreatedClient,
): Html => html`
<p>${words.client_id}</p>
${secret(common, client_id)}
${client_secret !== null && html`<p>${words.client_secret}</p>${secret(common, client_secret)}`}
<p><a href="/settings/clients">${words.back_to_clients}</a></p>`;

type App = Readonly<{ client_id: string; name: string; since: Date }>;

export const appsView = (
  words: OauthWords,
  { words: common }: Shown,
  apps: readonly App[],
  clock: Clock,
): Html => html`
<p>${apps.length === 0 ? words.apps_none : words.apps_some}</p>
<ul class="cards">${apps.map(
  ({ client_id, name, since }) => html`
<li>
<div><p><strong>${name}</strong></p>
<p class="soft">${fillHtml(words.connected_when, { when: moment(since, clock) })}</p></div>
<a class="button danger" href="/settings/apps/${client_id}/disconnect">${words.disconnect}<span class="hidden"> ${name}</span></a>
</li>`,
)}</ul>
${apps.length > 0 && zoneNote(common, clock)}`;
