/** HTML of the forms that begin a show or an import; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { choice, field, notice, submit, textArea } from "../../web/layout/views.ts";
import { fileField, fileForm } from "../frame/filefields.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import type { Words } from "./words.ts";

type Shown = Readonly<{ csrf: string; refusal: Refusal; words: Words; terms: FrameWords }>;

type Options = readonly (readonly [value: string, text: string])[];

export const newShowView = ({
  csrf,
  refusal,
  words,
  terms,
  languages,
  categories,
  language,
}: Shown & Readonly<{ languages: Options; categories: Options; language: string }>): Html => {
  const { given, fields } = refusal;
  return html`
${notice(refusal.message, "problem")}
${fileForm(
  "/studio/shows/new",
  csrf,
  terms,
  html`
${field({ label: words.title, name: "title", value: given.title, error: fields.title, hint: words.show_title_hint, required: true, maxlength: 40 })}
${choice({ label: words.language, name: "language", value: given.language ?? language, error: fields.language, options: languages })}
${choice({ label: words.category, name: "category_id", value: given.category_id, error: fields.category_id, options: [["", words.no_category], ...categories] })}
${textArea({ label: words.description, name: "description", rows: 4, value: given.description, error: fields.description, hint: words.description_hint })}
${fileField({ label: words.cover, name: "image_file", accept: "image/jpeg,image/png", hint: words.cover_hint, error: fields.image_file })}
${submit(words.create_show)}`,
)}`;
};

export const importFormView = ({ csrf, refusal, words, terms }: Shown): Html => {
  const { given, fields } = refusal;
  return html`
${notice(refusal.message, "problem")}
<p>${words.import_lead}</p>
${fileForm(
  "/studio/import",
  csrf,
  terms,
  html`
${field({ label: words.feed_url, name: "feed_url", type: "url", value: given.feed_url, error: fields.feed_url, hint: words.feed_url_hint, autocapitalize: "none" })}
${fileField({ label: words.feed_file, name: "feed_file", accept: ".xml,.rss,application/rss+xml,application/xml,text/xml", error: fields.feed_file })}
${choice({
  label: words.media,
  name: "media",
  value: given.media,
  error: fields.media,
  options: [
    ["link", words.media_link],
    ["copy", words.media_copy],
  ],
})}
${submit(words.import)}`,
)}`;
};
