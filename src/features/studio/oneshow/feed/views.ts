/** HTML of a show's feed: address, check, settings, move; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import type { FeedSettings } from "../../../distribution/feeds/store.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { checkbox, choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { copyField } from "../copying.ts";
import type { Words as DetailsWords } from "../details/words.ts";
import { showPath } from "../showlayout.ts";
import { type Check, checkView } from "./findings.ts";
import type { Words } from "./words.ts";

export type FeedPage = Readonly<{
  csrf: string;
  words: Words;
  details: DetailsWords;
  show: ShowRow;
  settings: FeedSettings;
  isLocked: boolean;
  feed_url: string;
  /** Null: not checked yet, because it takes long. */
  check: Check | null;
}>;

const section = (id: string, title: string, body: Html): Html => html`
<section class="topic" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><div>${body}</div></section>`;

export function feedView(page: FeedPage, refusal: Refusal): Html {
  const { words, show, check } = page;
  const { show_id, visibility } = show;
  return html`
${notice(refusal.message, "problem")}
${standing(page)}
${section("address", words.address, addressView(page))}
${visibility === "LIMITED" && section("key", words.key, keyView(page))}
${section(
  "check",
  words.check,
  check === null
    ? html`<p>${fill(words.check_long, { n: show.listenable_episodes_count.toLocaleString(words.locale) })}</p>
<p>${buttonLink(showPath(show_id, "/feed?check=1#check"), words.check_now)}</p>`
    : checkView({ ...page, show_id }, check),
)}
${section("settings", words.settings, settingsView(page, refusal))}
${section("move", words.move, moveView(page, refusal))}`;
}

/** What is unusual about the feed, and the way back. */
function standing({ csrf, words, show, settings }: FeedPage): Html {
  const { mode, redirect_url } = settings;
  if (mode === "AUTO") return html``;
  const text = mode === "DISABLED" ? words.off : fill(words.moved, { url: redirect_url ?? "" });
  return html`
<div class="notice problem done"><p>${text}</p>${modeForm(show.show_id, csrf, "AUTO", submit(words.back, "quiet"))}</div>`;
}

const modeForm = (show_id: number, csrf: string, mode: string, button: Html): Html =>
  form(
    showPath(show_id, "/feed/mode"),
    csrf,
    html`<input type="hidden" name="mode" value="${mode}">${button}`,
  );

const addressView = ({ words, show, feed_url }: FeedPage): Html => html`
${copyField({ id: "feed-url", label: words.page, value: feed_url, copy: words.copy, copied: words.copied })}
${
  show.visibility === "PRIVATE"
    ? html`<p>${words.address_private} <a href="${showPath(show.show_id, "#visibility")}">${words.change_visibility}</a></p>`
    : html`<p class="soft">${words.address_lead}</p>`
}`;

const keyView = ({ csrf, words, show }: FeedPage): Html => html`
<p>${words.key_lead}</p>
<div class="acts"><details><summary>${words.key_reset}</summary><div><p>${words.key_warning}</p>
${form(showPath(show.show_id, "/feed/key"), csrf, submit(words.key_reset, "danger"))}</div></details></div>`;

function settingsView(page: FeedPage, { given, fields }: Refusal): Html {
  const { csrf, words, show, settings, isLocked } = page;
  const { fields: labels } = words;
  const isShownAgain = given.locked !== undefined;
  return form(
    showPath(show.show_id, "/feed"),
    csrf,
    html`
${checkbox({ name: "show_email", label: labels.show_email, checked: isShownAgain ? given.show_email === "1" : settings.show_email })}
<p class="hint soft">${labels.email_hint}</p>
${choice({
  label: labels.locked,
  name: "locked",
  value: given.locked ?? (isLocked ? "yes" : "no"),
  error: fields.locked,
  options: [
    ["no", labels.locked_no],
    ["yes", labels.locked_yes],
  ],
})}
${field({ label: labels.item_limit, name: "item_limit", type: "number", value: given.item_limit ?? String(settings.item_limit ?? ""), error: fields.item_limit, hint: labels.item_limit_hint })}
${field({ label: labels.prepend_url, name: "prepend_url", type: "url", value: given.prepend_url ?? settings.prepend_url, error: fields.prepend_url, hint: labels.prepend_url_hint })}
${submit(words.save)}`,
  );
}

function moveView(page: FeedPage, { given, fields }: Refusal): Html {
  const { csrf, words, show, settings } = page;
  return html`
<p>${words.move_lead}</p>
<p>${words.move_warning}</p>
${form(
  showPath(show.show_id, "/feed/move"),
  csrf,
  html`${field({ label: words.move_url, name: "redirect_url", type: "url", value: given.redirect_url ?? settings.redirect_url, error: fields.redirect_url, required: true })}
${checkbox({ name: "sure", label: words.move_sure, checked: given.sure === "1" })}
${fields.sure !== undefined && html`<p class="error" role="alert">${words.move_unsure}</p>`}
${submit(words.move_act, "danger")}`,
)}
${
  settings.mode !== "DISABLED" &&
  html`<h3>${words.off_act}</h3><p>${words.off_lead}</p>
${modeForm(show.show_id, csrf, "DISABLED", submit(words.off_act, "danger"))}`
}`;
}
