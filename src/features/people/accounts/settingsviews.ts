/** HTML of the settings pages. */

import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import {
  choice,
  field,
  form,
  moment,
  notice,
  settings,
  submit,
  textArea,
} from "../../web/layout/views.ts";
import { alsoEnd } from "./views.ts";

type Shown = Readonly<{ csrf: string; refusal: Refusal; saved: boolean }>;

export type Profile = Readonly<{
  fullname: string;
  username: string;
  description: string;
  website_url: string | null;
  location: string | null;
  timezone: string | null;
  content_languages: readonly string[];
}>;

export function profileView({ csrf, refusal, saved, profile }: Shown & { profile: Profile }): Html {
  const { given, fields } = refusal;
  const kept = { ...profile, content_languages: profile.content_languages.join(", ") };
  const line = (name: keyof Profile, label: string) => ({
    name,
    label,
    value: given[name] ?? kept[name],
    error: fields[name],
  });
  return settings(
    "/settings",
    csrf,
    html`
<h1>Profile</h1>
${notice(saved ? "Profile saved." : null, "good")}
${notice(refusal.message, "problem")}
${form(
  "/settings",
  csrf,
  html`
${field({ ...line("fullname", "Name"), autocomplete: "name", required: true })}
${field({ ...line("username", "Username"), autocomplete: "username", autocapitalize: "none", hint: "Part of the address of your public page.", required: true })}
${textArea({ ...line("description", "About you"), rows: 4, hint: "Up to 400 characters." })}
${field({ ...line("website_url", "Website"), type: "url", autocomplete: "url", hint: "For example, https://example.org" })}
${field({ ...line("location", "Location"), autocomplete: "address-level2" })}
${choice({ ...line("timezone", "Time zone"), options: timezones() })}
${field({ ...line("content_languages", "Languages you listen in"), autocapitalize: "none", hint: "Language codes separated by commas, for example en, it" })}
${submit("Save")}`,
)}`,
  );
}

const timezones = (): [string, string][] => [
  ["", "Not set"],
  ["UTC", "UTC"],
  ...Intl.supportedValuesOf("timeZone")
    .filter((name) => name !== "UTC")
    .map((name): [string, string] => [name, name.replaceAll("_", " ")]),
];

export const passwordView = ({
  csrf,
  refusal,
  saved,
  username,
}: Shown & { username: string }): Html =>
  settings(
    "/settings/password",
    csrf,
    html`
<h1>Password</h1>
${notice(saved ? "Password changed. All your other browsers have been signed out." : null, "good")}
${notice(refusal.message, "problem")}
${form(
  "/settings/password",
  csrf,
  // The hidden field tells password managers whose password this is.
  html`
<input class="hidden" name="username" value="${username}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field({ label: "Current password", name: "present", type: "password", autocomplete: "current-password", error: refusal.fields.present, required: true })}
${field({ label: "New password", name: "password", type: "password", autocomplete: "new-password", hint: "At least 8 characters. Your other browsers will be signed out.", error: refusal.fields.password, required: true })}
${alsoEnd}
${submit("Change password")}`,
)}`,
  );

type Session = { session_id: number; browser: string; created_at: Date; last_seen_at: Date };

export const sessionsView = (csrf: string, sessions: readonly Session[], own: number): Html =>
  settings(
    "/settings/sessions",
    csrf,
    html`
<h1>Sessions</h1>
<p>These browsers are signed in to your account.</p>
<ul class="cards">${sessions.map(
      ({ session_id, browser, created_at, last_seen_at }) => html`
<li>
<div>
<p><strong>${browser}</strong>${session_id === own && " (this browser)"}</p>
<p class="soft">Signed in ${moment(created_at)}, last used ${moment(last_seen_at)}</p>
</div>
${session_id !== own && endForm(csrf, session_id, html`Sign out<span class="hidden"> ${browser}, signed in ${moment(created_at)}</span>`)}
</li>`,
    )}</ul>
${sessions.length > 1 && endForm(csrf, "others", html`Sign out all others`)}`,
  );

const endForm = (csrf: string, which: number | "others", text: Html): Html =>
  form(
    "/settings/sessions",
    csrf,
    html`<button type="submit" name="session_id" value="${which}" class="danger">${text}</button>`,
  );

type Token = {
  token_id: number;
  name: string;
  scope: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
};

const DAYS = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "1 year"],
  ["0", "No expiry"],
] as const;

const SCOPE_NAMES: Record<(typeof SCOPES)[number], string> = {
  basic: "basic: full access to your account",
  read: "read: read only",
  publish: "publish: create and change shows and episodes",
  statistics: "statistics: view statistics",
  advertising: "advertising: manage campaigns",
};

type Tokens = Readonly<{ csrf: string; refusal: Refusal; tokens: readonly Token[]; now: Date }>;

export const tokensView = ({ csrf, refusal, tokens, now }: Tokens): Html =>
  settings(
    "/settings/tokens",
    csrf,
    html`
<h1>Access tokens</h1>
<p>A token lets one of your programs use the API on your behalf. Create one for each program.</p>
${notice(refusal.message, "problem")}
<ul class="cards">${tokens.map((token) => tokenItem(token, csrf, now))}</ul>
<h2>Create a token</h2>
${form(
  "/settings/tokens",
  csrf,
  html`
${field({ label: "Name", name: "name", hint: "What the token is for.", value: refusal.given.name, error: refusal.fields.name, required: true })}
${choice({ label: "Scope", name: "scope", value: refusal.given.scope, error: refusal.fields.scope, options: SCOPES.map((scope) => [scope, SCOPE_NAMES[scope]]) })}
${field({ label: "Your password", name: "present", type: "password", autocomplete: "current-password", hint: "Required only for the basic scope, which gives full access to your account.", error: refusal.fields.present })}
${choice({ label: "Expires after", name: "days", value: refusal.given.days ?? "90", error: refusal.fields.days, options: DAYS })}
${submit("Create token")}`,
)}`,
  );

const tokenItem = (token: Token, csrf: string, now: Date): Html => html`
<li>
<div>
<p><strong>${token.name === "" ? "Unnamed token" : token.name}</strong> · ${token.scope}</p>
<p class="soft">Created ${moment(token.created_at)},
${token.last_used_at === null ? "never used" : html`last used ${moment(token.last_used_at)}`},
${expiry(token.expires_at, now)}</p>
</div>
${form(
  "/settings/tokens/revoke",
  csrf,
  html`<button type="submit" name="token_id" value="${token.token_id}" class="danger">Revoke<span class="hidden"> ${token.name}</span></button>`,
)}
</li>`;

const expiry = (at: Date | null, now: Date): Html =>
  at === null ? html`no expiry` : html`${at > now ? "expires" : "expired"} ${moment(at)}`;

export const createdTokenView = (csrf: string, token: string): Html =>
  settings(
    "/settings/tokens",
    csrf,
    html`
<h1>Your new token</h1>
<p>Copy it now: it will not be shown again.</p>
<p class="secret">${token}</p>
<p><a href="/settings/tokens">Back to your tokens</a></p>`,
  );
