/** HTML of an episode's persons, soundbites and links: a form for each kind, a row for each of them; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { form, notice, submit } from "../../web/layout/views.ts";
import { type Row, rowText, SECTIONS, type Section } from "./rules.ts";
import type { Words } from "./words.ts";

type Links = Readonly<{
  words: Words;
  csrf: string;
  episode_id: number;
  revision: number;
  /** What is stored, by kind. */
  rows: ReadonlyMap<string, readonly Row[]>;
  /** The kind of the form that was sent, and its rows. */
  sent: Readonly<{ noun: string; rows: readonly Row[]; isStale: boolean }> | null;
  refusal: Refusal;
  audio_url: string | null;
}>;

export const linksView = (links: Links): Html => html`
<p class="soft">${links.words.lead}</p>
${SECTIONS.map((section) => sectionView(links, section))}`;

function sectionView(links: Links, section: Section): Html {
  const { words, csrf, episode_id, revision, sent, refusal } = links;
  const { noun, isList } = section;
  const stored = links.rows.get(noun) ?? [];
  const mine = sent?.noun === noun ? sent : null;
  const shown = mine?.rows ?? stored;
  const blank = isList || shown.length === 0 ? [{}] : [];
  return html`<section class="links" id="${noun}">
<header><h2>${words[noun]}</h2><p class="soft">${words[`${noun}_text`]}</p></header>
<div>${mine !== null && notice(refusal.message !== null && !mine.isStale ? refusal.message : null, "problem")}
${mine?.isStale === true && html`<div class="notice problem" role="alert"><p>${words.conflict}</p><ul>${stored.length === 0 ? html`<li>${words.nothing}</li>` : stored.map((row) => html`<li>${rowText(row)}</li>`)}</ul></div>`}
${form(
  `/studio/episodes/${episode_id}/links#${noun}`,
  csrf,
  html`<input type="hidden" name="noun" value="${noun}"><input type="hidden" name="revision" value="${revision}">
<div data-rows>${[...shown, ...blank].map((row, at) => rowView(links, section, { row, at, isNew: at >= shown.length }))}</div>
<p class="actions">${submit(words[`${noun}_save`])}${isList && html`<button type="button" class="quiet" data-add hidden>${words.add}</button>`}</p>`,
)}</div></section>`;
}

type RowSpec = Readonly<{ row: Row; at: number; isNew: boolean }>;

function rowView(links: Links, section: Section, { row, at, isNew }: RowSpec): Html {
  const { words, refusal, audio_url } = links;
  const { noun, fields } = section;
  const start = Number(row.starts_at);
  const hasSound = noun === "soundbites" && !isNew && audio_url !== null && Number.isFinite(start);
  return html`<fieldset class="link-row"><legend${isNew ? html`` : html` class="hidden"`}>${isNew ? words.new : `${words[noun]} ${at + 1}`}</legend>
<div class="field-row">${fields.map(({ name, kind }) => {
    const id = `${noun}.${at}.${name}`;
    const error = refusal.fields[id];
    const control =
      kind === "rel"
        ? html`<select id="${id}" name="${id}">${(["", "subject", "creator"] as const).map((rel) => html`<option value="${rel}"${rel === (row[name] ?? "") && html` selected`}>${rel === "" ? "–" : words[`rel_${rel}`]}</option>`)}</select>`
        : kind === "protocol"
          ? html`<select id="${id}" name="${id}">${protocolsWith(row[name]).map((one) => html`<option value="${one}"${one === row[name] && html` selected`}>${one}</option>`)}</select>`
          : html`<input id="${id}" name="${id}" value="${row[name] ?? ""}"${kind === "seconds" && html` type="number" min="0" step="any" inputmode="decimal"`}${kind === "number" && html` type="number" min="0"`}${kind === "url" && html` type="url" maxlength="2000"`}${error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`}>`;
    return html`<div class="field${error !== undefined && " wrong"}"><label for="${id}">${words[`f_${name}`]}</label>${control}${error !== undefined && html`<p class="error" id="${id}-error">${error.endsWith(".") ? error : `${words[`f_${name}`]} ${error}.`}</p>`}</div>`;
  })}</div>
<p class="link-acts">${hasSound && html`<a href="${audio_url}#t=${start},${start + Number(row.duration)}" target="_blank" rel="noopener">${words.listen}</a>`}
${!isNew && html`<label class="link-remove"><input type="checkbox" name="${noun}.${at}.remove" value="1"> ${words.remove}</label>`}</p></fieldset>`;
}

const PROTOCOLS = ["activitypub", "atproto", "lightning", "disabled"];

/** The known networks, and the stored one if it is another. */
const protocolsWith = (present: string | undefined): string[] =>
  present === undefined || present === "" || PROTOCOLS.includes(present)
    ? PROTOCOLS
    : [present, ...PROTOCOLS];
