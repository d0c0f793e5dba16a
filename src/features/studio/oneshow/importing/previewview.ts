/** HTML of what an import would change; pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { badge, buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import { plural } from "../../frame/plurals.ts";
import { showPath } from "../showlayout.ts";
import type { Words } from "./words.ts";

type Field = Readonly<{ field: string; before: string | null; after: string | null }>;

type Change = Readonly<{
  change: "create" | "update" | "show";
  title: string;
  fields: readonly Field[];
}>;

export type Preview = Readonly<{
  csrf: string;
  words: Words;
  show_id: number;
  import_id: number;
  report: Readonly<{
    show: string;
    created: number;
    updated: number;
    skipped: readonly Readonly<{ item: number; title: string | null; reason: string }>[];
    notes: readonly string[];
    changes?: readonly Change[] | undefined;
  }>;
}>;

export function previewView({ csrf, words, show_id, import_id, report }: Preview): Html {
  const { show, created, updated, changes = [] } = report;
  if (show === "created")
    return html`${notice(words.other_show, "problem")}
<p class="actions">${buttonLink("/studio/import", words.import_new, "quiet")}${buttonLink(showPath(show_id, "/import"), words.another, "quiet")}</p>`;
  const isSame = changes.length === 0;
  const of = (kind: Change["change"]) => changes.filter(({ change }) => change === kind);
  const ofShow = of("show");
  return html`
${isSame && html`<p class="verdict">${words.nothing}</p>`}
${ofShow.length > 0 && html`<h2>${words.show_changes}</h2><ul class="points">${ofShow.map((one) => changeView(words, one))}</ul>`}
${group(words, plural(words, words.create, created), created, of("create"))}
${group(words, plural(words, words.update, updated), updated, of("update"))}
${skippedView(words, report)}
<div class="actions">
${!isSame && form(showPath(show_id, `/import/${import_id}`), csrf, submit(words.apply))}
${buttonLink(showPath(show_id, "/import"), words.another, "quiet")}</div>`;
}

function group(words: Words, title: string, n: number, changes: readonly Change[]): Html {
  if (n === 0) return html``;
  const rest = n - changes.length;
  return html`<h2>${title}</h2>
<ul class="points">${changes.map((one) => changeView(words, one))}</ul>
${rest > 0 && html`<p class="soft">${fill(words.and_more, { n: rest.toLocaleString(words.locale) })}</p>`}`;
}

/** The same field in several columns is named once. */
const KEYS: Readonly<Record<string, keyof Words["fields"]>> = {
  description_html: "description",
  media_url: "audio",
  media_type: "audio",
  media_bytes: "audio",
  auto_published_at: "published_at",
};

function changeView(words: Words, { change, title, fields }: Change): Html {
  const named = fields.map((one) => {
    const key = KEYS[one.field] ?? one.field;
    const isKnown = Object.hasOwn(words.fields, key);
    return { ...one, name: words.fields[isKnown ? (key as keyof Words["fields"]) : "other"] };
  });
  const lines = [...Map.groupBy(named, ({ name }) => name)].map(([name, [first]]) => {
    const { before = null, after = null } = first ?? {};
    return before === null || after === null || before === after
      ? name
      : fill(words.before_after, {
          field: name,
          before: before || words.empty,
          after: after || words.empty,
        });
  });
  return html`
<li><strong>${title}</strong>${change === "create" && html` ${badge("+", "good")}`}
${lines.length > 0 && html`<p class="soft">${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`}</li>`;
}

/** Reasons and notes exist in English only. */
const skippedView = (words: Words, { skipped, notes }: Preview["report"]): Html => html`
${
  skipped.length > 0 &&
  html`<h2>${plural(words, words.skipped, skipped.length)}</h2>
<ul>${skipped.map(({ item, title, reason }) => html`<li><strong>${title ?? fill(words.item, { n: item })}</strong>: <span lang="en">${reason}</span></li>`)}</ul>`
}
${notes.length > 0 && html`<h2>${words.notes}</h2><ul lang="en">${notes.map((text) => html`<li>${text}</li>`)}</ul>`}`;
