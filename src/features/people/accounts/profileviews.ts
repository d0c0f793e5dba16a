/** HTML of the settings about the account: profile, picture, e-mail address, language and time. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { currentTimezone, timezoneChoices } from "../../../platform/text/timezones.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { LANGUAGES } from "../../web/layout/rules.ts";
import { checkbox, choice, field, form, notice, submit, textArea } from "../../web/layout/views.ts";
import { question, type Shown } from "./frame.ts";
import { fillHtml } from "./times.ts";

export type Profile = Readonly<{
  fullname: string;
  username: string;
  description: string;
  website_url: string | null;
  location: string | null;
}>;

/** A person's picture and the way to their public page. */
type Face = Readonly<{ user_id: number; image_url: string | null }>;

export function profileView({ words, csrf, refusal }: Shown, profile: Profile, face: Face): Html {
  const { given, fields, message } = refusal;
  const line = (name: keyof Profile) => ({
    name,
    value: given[name] ?? profile[name],
    error: fields[name],
  });
  return html`
${notice(message, "problem")}
<div class="person">${face.image_url !== null && html`<img src="${face.image_url}" alt="" width="72" height="72">`}
<p>${buttonLink(`/user/${face.user_id}`, words.view_profile, "quiet")} ${buttonLink("/settings/picture", words.change_picture, "quiet")}</p></div>
${form(
  "/settings",
  csrf,
  html`
${field({ ...line("fullname"), label: words.fullname, autocomplete: "name", required: true })}
${field({ ...line("username"), label: words.username, autocomplete: "username", autocapitalize: "none", hint: words.username_place, required: true })}
${textArea({ ...line("description"), label: words.about_you, rows: 4, hint: words.about_hint })}
${field({ ...line("website_url"), label: words.website, type: "url", autocomplete: "url", hint: words.website_hint })}
${field({ ...line("location"), label: words.location, autocomplete: "address-level2" })}
${submit(words.save)}`,
)}`;
}

const CROP = ["crop_left", "crop_top", "crop_size"] as const;

/** For pictures whose middle is not what matters; folded until it is wanted or wrong. */
function cropFields(words: Shown["words"], { given, fields }: Shown["refusal"]): Html {
  const isUsed = ["image_crop", ...CROP].some((name) => fields[name] !== undefined || given[name]);
  return html`<details class="unfold"${isUsed && html` open`}><summary>${words.crop}</summary>
<p class="hint">${words.crop_hint}</p>
<div class="filters">${CROP.map((name) => field({ name, label: words[name], type: "number", value: given[name], error: fields[name] }))}</div>
${fields.image_crop !== undefined && html`<p class="error">${fields.image_crop}</p>`}
</details>`;
}

export function pictureView({ words, csrf, refusal }: Shown, image_url: string | null): Html {
  const { fields, message } = refusal;
  const fault = fields.image_file;
  return html`
${notice(message, "problem")}
${
  image_url === null
    ? html`<p>${words.picture_none}</p>`
    : html`<div class="person"><img src="${image_url}" alt="${words.picture_now}" width="144" height="144">
<p>${buttonLink("/settings/picture/remove", words.remove_picture, "danger")}</p></div>`
}
<form method="post" action="/settings/picture" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="${csrf}">
<div class="field${fault !== undefined && " wrong"}">
<label for="image_file">${words.picture_file}</label>
<p class="hint" id="image_file-hint">${words.picture_hint}</p>
<input id="image_file" name="image_file" type="file" accept="image/jpeg,image/png" required aria-describedby="image_file-hint${fault !== undefined && " image_file-error"}"${fault !== undefined && html` aria-invalid="true"`}>
${fault !== undefined && html`<p class="error" id="image_file-error">${fault.endsWith(".") ? fault : `${words.picture_file} ${fault}.`}</p>`}
</div>
${cropFields(words, refusal)}
${submit(words.save)}
</form>`;
}

export const removePictureView = ({ words, csrf }: Shown): Html =>
  question({
    words,
    csrf,
    text: words.remove_picture_text,
    action: "/settings/picture/remove",
    button: words.remove_picture,
    back: "/settings/picture",
  });

/** `standing`: whether the address is confirmed, on servers that ask for it. */
export const emailView = (
  { words, csrf, refusal }: Shown,
  email: string,
  standing: Html | false,
): Html => html`
${notice(refusal.message, "problem")}
<p>${fillHtml(words.email_now, { email: html`<strong>${email}</strong>` })}</p>
${standing}
${form(
  "/settings/email",
  csrf,
  html`
${field({ name: "email", label: words.email, type: "email", autocomplete: "email", hint: words.email_hint, value: refusal.given.email, error: refusal.fields.email, required: true })}
${field({ name: "present", label: words.your_password, type: "password", autocomplete: "current-password", error: refusal.fields.present, required: true })}
${submit(words.change_email)}`,
)}`;

type Preferences = Readonly<{
  language: string | null;
  timezone: string | null;
  content_languages: readonly string[];
}>;

/** `offered`: the languages of shows. */
export function preferencesView(
  { words, csrf, refusal }: Shown,
  chosen: Preferences,
  offered: readonly string[],
): Html {
  const { given, fields, message } = refusal;
  const isAgain = Object.keys(given).length > 0;
  const names = new Intl.DisplayNames([words.lang], { type: "language" });
  const listening = offered
    .map((code) => ({ code, name: capitalised(names.of(code) ?? code, words.lang) }))
    .sort((a, b) => a.name.localeCompare(b.name, words.lang));
  return html`
${notice(message, "problem")}
${form(
  "/settings/preferences",
  csrf,
  html`
${choice({ name: "language", label: words.language, value: given.language ?? chosen.language, error: fields.language, options: [["", words.language_auto], ...LANGUAGES] })}
${choice({ name: "timezone", label: words.timezone, value: given.timezone ?? (chosen.timezone && currentTimezone(chosen.timezone)), error: fields.timezone, hint: words.timezone_hint, options: timezoneChoices(words.timezone_none) })}
<fieldset><legend>${words.listening}</legend>
<div class="ticks">${listening.map(({ code, name }) =>
    checkbox({
      name: `listen_${code}`,
      label: name,
      checked: isAgain
        ? given[`listen_${code}`] !== undefined
        : chosen.content_languages.includes(code),
    }),
  )}</div></fieldset>
${submit(words.save)}`,
)}`;
}

const capitalised = (text: string, lang: string): string =>
  text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);
