/** HTML of an episode's details: the form that saves itself, and what stands beside it; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { episodeState } from "../../publishing/episodes/rules.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../web/layout/views.ts";
import type { Values } from "../drafts/rules.ts";
import { audioFault } from "../frame/audiofaults.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import { notesField } from "../notes/views.ts";
import type { Words } from "./words.ts";

export type Details = Readonly<{
  words: Words;
  terms: FrameWords;
  csrf: string;
  row: EpisodeRow;
  refusal: Refusal;
  /** What the form shows, by field. */
  values: Values;
  /** The revision and values that the form begins with; saves itself before publication. */
  begun: Html;
  /** The notes as listeners read them, if somebody asks. */
  preview: Html | null;
  image_url: string | null;
  /** Of a limited episode. */
  secret_url: string | null;
  publication: Html;
}>;

const pathOf = ({ row }: Details, act = "") => `/studio/episodes/${row.episode_id}${act}`;

/** The first button is the one that Enter presses: without it, Enter in the title would show a preview and save nothing. */
export const detailsView = (details: Details): Html => html`
${progressView(details)}
<div class="beside">
<div>${notice(details.refusal.message, "problem")}
<form method="post" action="${pathOf(details)}" class="details" data-notes>
<input type="hidden" name="csrf" value="${details.csrf}">
<div hidden>${submit(details.words.save)}</div>
${writtenFields(details)}
${placeFields(details)}
${accessFields(details)}
${furtherFields(details)}
<div class="details-save">${submit(details.words.save)}
${details.row.published_at !== null ? html`<p class="soft">${details.words.save_published}</p>` : html`<p class="soft">${details.words.save_draft} <a href="#publication">${details.words.publication}</a></p>`}
${details.begun}</div>
</form></div>
<div class="beside-side">${asideView(details)}</div>
</div>`;

/** How far the audio is; the page looks again by itself. */
function progressView({ words, terms, row }: Details): Html {
  const state = episodeState(row);
  if (state === "failed")
    return notice(html`${words.failed}: ${audioFault(terms, row.encoding_error)}`, "problem");
  if (state !== "processing") return html``;
  const text = fill(words.processing, { n: row.encoding_progress });
  return html`<div class="notice plain" data-live><p>${text} <span class="soft">${words.processing_hint}</span></p>
<progress class="wide" max="100" value="${row.encoding_progress}" aria-label="${text}"></progress></div>`;
}

const writtenFields = ({ words, values, refusal: { fields }, preview }: Details): Html => html`
${field({ label: words.title, name: "title", value: values.title, error: fields.title, hint: words.title_hint, required: true, maxlength: 140 })}
${notesField({ locale: words.locale, value: values.description ?? "", error: fields.description ?? fields.description_html, preview })}`;

const placeFields = ({ words, values, refusal: { fields } }: Details): Html => html`
<fieldset><legend>${words.place}</legend>
<div class="field-row">
${field({ label: words.season, name: "season_number", type: "number", value: values.season_number, error: fields.season_number })}
${field({ label: words.number, name: "episode_number", type: "number", value: values.episode_number, error: fields.episode_number })}
${choice({ label: words.kind, name: "season_episode_type", value: values.season_episode_type, error: fields.season_episode_type, options: (["FULL", "TRAILER", "BONUS"] as const).map((kind) => [kind, words[`kind_${kind}`]] as const) })}
</div>
${field({ label: words.tags, name: "tags", value: values.tags, error: fields.tags, hint: words.tags_hint, autocapitalize: "none" })}
</fieldset>`;

type Chosen = "visibility" | "hidden" | "download_enabled" | "explicit" | "ai_generated";
type Options = readonly (readonly [value: string, text: string])[];

/** A field whose values are given, with what is chosen and what is wrong with it. */
const chosen = (
  { values, refusal: { fields } }: Details,
  { name, label, options }: Readonly<{ name: Chosen; label: string; options: Options }>,
): Html => choice({ label, name, value: values[name], error: fields[name], options });

/** The options of a field that is true or false, in the order in which they are shown. */
const falseTrue = (no: string, yes: string): Options => [
  ["false", no],
  ["true", yes],
];

function accessFields(details: Details): Html {
  const { words } = details;
  return html`
<fieldset><legend>${words.access}</legend>
<div class="field-row">
${chosen(details, { name: "visibility", label: words.visibility, options: (["PUBLIC", "LIMITED", "PRIVATE"] as const).map((one) => [one, words[`visibility_${one}`]] as const) })}
${chosen(details, { name: "hidden", label: words.hidden, options: falseTrue(words.hidden_no, words.hidden_yes) })}
${chosen(details, { name: "download_enabled", label: words.downloads, options: falseTrue(words.downloads_no, words.downloads_yes).toReversed() })}
${chosen(details, { name: "explicit", label: words.explicit, options: falseTrue(words.no, words.yes) })}
</div>
</fieldset>`;
}

const FURTHER = [
  "episode_link",
  "permalink",
  "rss_guid",
  "location_latitude",
  "location_longitude",
  "ai_generated",
];

function furtherFields(details: Details): Html {
  const {
    words,
    values,
    refusal: { fields },
  } = details;
  return html`
<details class="ask"${FURTHER.some((name) => fields[name] !== undefined) && html` open`}><summary>${words.further}</summary>
${field({ label: words.episode_link, name: "episode_link", type: "url", value: values.episode_link, error: fields.episode_link, maxlength: 2000 })}
${field({ label: words.permalink, name: "permalink", value: values.permalink, error: fields.permalink, autocapitalize: "none" })}
${field({ label: words.guid, name: "rss_guid", value: values.rss_guid, error: fields.rss_guid, hint: words.guid_hint, maxlength: 500, autocapitalize: "none" })}
<div class="field-row">
${field({ label: words.latitude, name: "location_latitude", value: values.location_latitude, error: fields.location_latitude })}
${field({ label: words.longitude, name: "location_longitude", value: values.location_longitude, error: fields.location_longitude })}
</div>
${chosen(details, { name: "ai_generated", label: words.ai, options: falseTrue(words.no, words.yes) })}
</details>`;
}

function asideView(details: Details): Html {
  const { words, row, image_url, publication } = details;
  return html`
<section><h2 id="publication">${words.publication}</h2>${publication}</section>
<section class="details-cover"><h2>${words.cover}</h2>
${image_url === null ? html`<span class="cover none"></span>` : html`<img class="cover" src="${image_url}" alt="" width="120" height="120">`}
<p><a href="${pathOf(details, "/cover")}">${words.save_cover}</a></p></section>
${details.secret_url !== null && secretView(details, details.secret_url)}
<section><ul class="plain-list">
${row.published_at !== null && html`<li><a href="/episode/${row.episode_id}">${words.open_page}</a></li>`}
<li><a href="${pathOf(details, "/show")}">${words.move}</a></li>
<li><a class="danger-link" href="${pathOf(details, "/delete")}">${words.delete}</a></li>
</ul></section>`;
}

const secretView = (details: Details, url: string): Html => html`
<section><h2>${details.words.secret_link}</h2>
<p><a class="secret-url" href="${url}">${url}</a></p>
<details class="ask"><summary>${details.words.reset_link}</summary>${form(
  pathOf(details, "/secret-link"),
  details.csrf,
  html`<p>${details.words.reset_asks}</p>${submit(details.words.reset_link, "danger")}`,
)}</details></section>`;
