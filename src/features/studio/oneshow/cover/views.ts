/** HTML of the page that changes a cover; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import { fileField, fileForm } from "../../frame/filefields.ts";
import type { Words as FrameWords } from "../../frame/words.ts";
import type { Words } from "../details/words.ts";
import { showPath } from "../showlayout.ts";
import { GOOD_SIDE } from "./rules.ts";
import type { Crop } from "./schema.ts";

type Picture = Readonly<{ url: string; width: number; height: number; crop: Crop }>;

type Shown = Readonly<{
  csrf: string;
  words: Words;
  terms: FrameWords;
  show_id: number;
  picture: Picture | null;
  /** Whether the show is new, and its first episode comes next. */
  isNew: boolean;
  /** Whether the image is the one to show; else the page begins with the choice of another. */
  isCropping: boolean;
}>;

export function coverView(shown: Shown, refusal: Refusal): Html {
  const { picture } = shown;
  const crop = picture !== null && cropView(shown, picture);
  const file = fileView(shown, refusal);
  return html`
${notice(refusal.message ?? refusal.fields.image_crop ?? null, "problem")}
${shown.isCropping ? html`${crop}${file}` : html`${file}${crop}`}`;
}

const fileView = (
  { csrf, words: { cover }, terms, show_id }: Shown,
  refusal: Refusal,
): Html => html`
<section class="topic" aria-labelledby="file-title">
<h2 id="file-title">${cover.file}</h2>
<div><p class="soft">${cover.lead}</p>
${fileForm(
  showPath(show_id, "/cover"),
  csrf,
  terms,
  html`${fileField({ label: cover.file, name: "image_file", accept: "image/jpeg,image/png", hint: cover.file_hint, error: refusal.fields.image_file, required: true })}
${submit(cover.upload)}`,
)}</div>
</section>`;

/** Shows the part in a square of `side` pixels of the page. */
const part = ({ url, width, height, crop }: Picture, side: number): Html => html`
<svg class="cover part" data-part viewBox="${crop.left} ${crop.top} ${crop.side} ${crop.side}" width="${side}" height="${side}" aria-hidden="true"><image href="${url}" width="${width}" height="${height}"/></svg>`;

function cropView({ csrf, words, show_id, isNew }: Shown, picture: Picture): Html {
  const { cover } = words;
  const { url, width, height, crop } = picture;
  const most = Math.min(width, height);
  const pixels = (name: keyof Crop, label: string, max: number) => html`
<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="number" min="${name === "side" ? 1 : 0}" max="${max}" value="${crop[name]}" required></div>`;
  return html`
<section class="topic" aria-labelledby="crop-title">
<h2 id="crop-title">${cover.crop}</h2>
<div class="cropping" data-crop data-width="${width}" data-height="${height}">
<div class="crop-image"><img src="${url}" alt="" width="${width}" height="${height}">
<button type="button" class="crop-frame" data-frame aria-label="${cover.frame}" hidden></button>
<button type="button" class="crop-corner" data-corner aria-label="${cover.corner}" hidden></button></div>
<p class="soft"><span class="by-script">${cover.crop_lead}</span> ${fill(cover.size, { size: `${width} × ${height}` })}</p>
${form(
  showPath(show_id, "/cover/crop"),
  csrf,
  html`${isNew && html`<input type="hidden" name="step" value="new">`}<div class="crop-fields">${pixels("left", cover.left, width)}${pixels("top", cover.top, height)}${pixels("side", cover.side, most)}</div>
<p data-said role="status" data-small="${cover.small}" data-enough="${cover.enough}" data-good="${GOOD_SIDE}">${fill(crop.side < GOOD_SIDE ? cover.small : cover.enough, { n: crop.side })}</p>
${submit(cover.save_crop)}`,
)}
<h3>${cover.preview}</h3>
<div class="previews">
<figure>${part(picture, 350)}<figcaption>${cover.in_feed}</figcaption></figure>
<figure>${part(picture, 300)}<figcaption>${cover.in_page}</figcaption></figure>
<figure>${part(picture, 64)}<figcaption>${cover.in_list}</figcaption></figure>
</div>
</div>
</section>`;
}
