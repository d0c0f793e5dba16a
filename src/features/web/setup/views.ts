/** HTML of the setup: one card with three steps, and what strangers see of it. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { OWN_ACCENT } from "../layout/accent.ts";
import { field, form, notice, submit } from "../layout/views.ts";
import type { Words } from "./rules.ts";

type Shown = Readonly<{ csrf: string; refusal: Refusal; words: Words }>;

const STEPS = ["step_site", "step_account", "step_podcast"] as const;
type Step = (typeof STEPS)[number];

/** The card around a step: where it is in the setup, its title and what it is for. */
const card = (words: Words, step: Step, lead: string, body: Html): Html => html`
<div class="setup">
<ol class="setup-steps" aria-label="${words.steps}">${STEPS.map(
  (name) =>
    html`<li${name === step && html` aria-current="step"`}${STEPS.indexOf(name) < STEPS.indexOf(step) && html` class="done"`}><span>${words[name]}</span></li>`,
)}</ol>
<h1>${words[step]}</h1>
<p class="soft">${lead}</p>
${body}
</div>`;

/** What somebody sees who has not opened the link. */
export const strangerView = ({ csrf, refusal, words }: Shown): Html => html`
<div class="setup">
<h1>${words.welcome}</h1>
<p>${words.stranger}</p>
<p>${words.stranger_hint}</p>
${notice(refusal.message, "problem")}
${form(
  "/setup",
  csrf,
  html`
${field({
  label: words.code,
  name: "code",
  error: refusal.fields.code,
  autocomplete: "one-time-code",
  autocapitalize: "none",
  required: true,
})}
${submit(words.continue, "quiet")}`,
)}
</div>`;

type Site = Readonly<{ name: string; tagline: string | null; accent: string | null }>;

export const siteView = ({ csrf, refusal, words, site }: Shown & { site: Site }): Html => {
  const { given, fields } = refusal;
  return card(
    words,
    "step_site",
    words.site_lead,
    html`
${notice(refusal.message, "problem")}
${form(
  "/setup/site",
  csrf,
  html`
${field({ label: words.site_name, name: "name", value: given.name ?? site.name, error: fields.name, maxlength: 60, required: true })}
${field({ label: words.tagline, name: "tagline", value: given.tagline ?? site.tagline, error: fields.tagline, hint: words.tagline_hint, maxlength: 140 })}
${colourField(words, given.accent ?? site.accent ?? OWN_ACCENT, fields.accent)}
${submit(words.continue)}`,
)}`,
  );
};

const colourField = (words: Words, value: string, error: string | undefined): Html => html`
<div class="field${error !== undefined && " wrong"}">
<label for="accent">${words.accent}</label>
<p class="hint" id="accent-hint">${words.accent_hint}</p>
<input id="accent" name="accent" type="color" value="${value}" aria-describedby="accent-hint">
</div>`;

export const accountView = ({ csrf, refusal, words }: Shown): Html => {
  const { given, fields } = refusal;
  return card(
    words,
    "step_account",
    words.account_lead,
    html`
${notice(refusal.message, "problem")}
${form(
  "/setup/account",
  csrf,
  html`
${field({ label: words.username, name: "username", value: given.username, error: fields.username, hint: words.username_hint, autocomplete: "username", autocapitalize: "none", required: true })}
${field({ label: words.fullname, name: "fullname", value: given.fullname, error: fields.fullname, hint: words.fullname_hint, autocomplete: "name", required: true })}
${field({ label: words.email, name: "email", type: "email", value: given.email, error: fields.email, autocomplete: "email", required: true })}
${field({ label: words.password, name: "password", type: "password", error: fields.password, hint: words.password_hint, autocomplete: "new-password", required: true })}
${submit(words.create_account)}`,
)}`,
  );
};

export const podcastView = ({ csrf, words }: Omit<Shown, "refusal">): Html =>
  card(
    words,
    "step_podcast",
    words.podcast_lead,
    html`
<section class="setup-way" aria-labelledby="import">
<h2 id="import">${words.import_title}</h2>
<p class="soft">${words.import_lead}</p>
${form(
  "/studio/import",
  csrf,
  html`
${field({ label: words.feed_url, name: "feed_url", type: "url", autocapitalize: "none", required: true })}
${submit(words.import)}`,
)}
</section>
<section class="setup-way" aria-labelledby="new">
<h2 id="new">${words.new_title}</h2>
<p class="soft">${words.new_lead}</p>
<p><a class="button quiet" href="/studio/shows/new">${words.new_show}</a></p>
</section>
<p class="below"><a href="/studio">${words.later}</a></p>`,
  );
