/** HTML of the pages of single acts on an episode; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { choice, form, notice, submit } from "../../web/layout/views.ts";
import { fileField, fileForm } from "../frame/filefields.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import type { Words } from "./words.ts";

type Shown = Readonly<{
  words: Words;
  csrf: string;
  row: Readonly<{ episode_id: number; title: string; show_id: number }>;
  refusal: Refusal;
}>;

const pathOf = ({ row }: Shown, act = "") => `/studio/episodes/${row.episode_id}${act}`;

const backView = (shown: Shown): Html =>
  html`<p><a href="${pathOf(shown)}">${shown.words.back}</a></p>`;

export const coverView = (
  shown: Shown & { terms: FrameWords; image_url: string | null },
): Html => html`
<h2>${shown.words.cover}</h2>
${notice(shown.refusal.message, "problem")}
${shown.image_url !== null && html`<p><img class="cover" src="${shown.image_url}" alt="" width="200" height="200"></p>`}
${fileForm(
  pathOf(shown, "/cover"),
  shown.csrf,
  shown.terms,
  html`${fileField({ label: shown.words.cover_file, name: "image_file", accept: "image/jpeg,image/png,image/webp,image/avif,image/gif", hint: shown.words.cover_hint, error: shown.refusal.fields.image_file ?? shown.refusal.fields.image_crop, required: true })}${submit(shown.words.save_cover)}`,
)}
${backView(shown)}`;

export const moveView = (
  shown: Shown & { shows: readonly Readonly<{ show_id: number; title: string }>[] },
): Html => html`
<h2>${shown.words.move}</h2>
${notice(shown.refusal.message, "problem")}
${form(
  pathOf(shown, "/show"),
  shown.csrf,
  html`${choice({ label: shown.words.move_to, name: "show_id", value: shown.refusal.given.show_id ?? String(shown.row.show_id), hint: shown.words.move_hint, error: shown.refusal.fields.show_id, options: shown.shows.map(({ show_id, title }) => [String(show_id), title] as const) })}${submit(shown.words.save_move)}`,
)}
${backView(shown)}`;
