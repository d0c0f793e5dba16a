/** HTML of the settings with access tokens. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import { choice, field, form, notice, submit } from "../../web/layout/views.ts";
import { type Shown, zoneNote } from "./frame.ts";
import { type Clock, fillHtml, moment } from "./times.ts";
import type { AccountWords } from "./words.ts";

export type Token = Readonly<{
  token_id: number;
  name: string;
  scope: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}>;

/** The name that the person gave the token. */
export const nameOf = ({ name }: Token, words: AccountWords): string =>
  name === "" ? words.unnamed : name;

export function tokensView(
  { words, csrf, refusal }: Shown,
  tokens: readonly Token[],
  clock: Clock,
): Html {
  const { given, fields, message } = refusal;
  const days = [
    ["30", words.days_30],
    ["90", words.days_90],
    ["365", words.days_365],
    ["0", words.no_expiry],
  ] as const;
  const scopes = SCOPES.map((scope) => [scope, words[`may_${scope}`]] as const);
  return html`
<p>${words.tokens_text}</p>
${notice(message, "problem")}
${tokens.length === 0 && html`<p class="soft">${words.no_tokens}</p>`}
<ul class="cards">${tokens.map((token) => tokenItem(token, words, clock))}</ul>
${tokens.length > 0 && zoneNote(words, clock)}
<h2>${words.create_token}</h2>
${form(
  "/settings/tokens",
  csrf,
  html`
${field({ label: words.token_name, name: "name", hint: words.token_name_hint, value: given.name, error: fields.name, required: true, maxlength: 60 })}
${choice({ label: words.token_scope, name: "scope", value: given.scope ?? "read", error: fields.scope, options: scopes })}
${field({ label: words.your_password, name: "present", type: "password", autocomplete: "current-password", hint: words.token_password_hint, error: fields.present })}
${choice({ label: words.token_days, name: "days", value: given.days ?? "90", error: fields.days, options: days })}
${submit(words.create_token_button)}`,
)}`;
}

function tokenItem(token: Token, words: AccountWords, clock: Clock): Html {
  const { created_at, last_used_at } = token;
  const when = (date: Date) => ({ when: moment(date, clock) });
  const name = nameOf(token, words);
  return html`
<li>
<div>
<p><strong>${name}</strong> · ${scopeName(token.scope, words)}</p>
<p class="soft">${fillHtml(words.created, when(created_at))},
${last_used_at === null ? words.never_used : fillHtml(words.used, when(last_used_at))},
${expiry(token, words, clock)}</p>
</div>
<a class="button danger" href="/settings/tokens/revoke?token_id=${token.token_id}">${words.revoke}<span class="hidden"> ${name}</span></a>
</li>`;
}

const scopeName = (scope: string, words: AccountWords): string => {
  const known = SCOPES.find((one) => one === scope);
  return known === undefined ? scope : words[`scope_${known}`];
};

const expiry = ({ expires_at }: Token, words: AccountWords, clock: Clock): Html | string => {
  if (expires_at === null) return words.no_expiry.toLocaleLowerCase(words.lang);
  const text = expires_at > clock.now ? words.expires : words.expired;
  return fillHtml(text, { when: moment(expires_at, clock) });
};

export const createdTokenView = (words: AccountWords, token: string): Html => html`
<p>${words.copy_now}</p>
${secret(words, token)}
<p><a href="/settings/tokens">${words.back_to_tokens}</a></p>`;

/** A text to copy: a click selects it, and a script adds a button. */
export const secret = (words: Pick<AccountWords, "copy" | "copied">, text: string): Html =>
  html`<div class="copy" data-copy="${words.copy}" data-copied="${words.copied}"><p class="secret">${text}</p></div>`;
