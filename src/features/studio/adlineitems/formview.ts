/** HTML of the form of a line item, with its forecast beside it. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { Forecast } from "../../advertising/adserving/forecasting/schema.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { checkbox, choice, field, notice, textArea } from "../../web/layout/views.ts";
import { priorityName } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import { capFields } from "../adclients/caps.ts";
import { errorOf } from "../adclients/values.ts";
import type { Words as ClientsWords } from "../adclients/words.ts";
import { fileField, fileForm } from "../frame/filefields.ts";
import { plural } from "../frame/plurals.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import { DAYPART_ROWS, LISTS, POSITIONS, type Values } from "./fields.ts";
import type { Words } from "./words.ts";

type Choices = readonly (readonly [value: string, text: string])[];

export type Form = Readonly<{
  words: Words;
  board: BoardWords;
  clients: ClientsWords;
  frame: FrameWords;
  csrf: string;
  action: string;
  refusal: Refusal;
  values: Values;
  /** null for a new line item. */
  revision: number | null;
  back: string;
  campaigns: Choices;
  forecast: Readonly<{ forecast: Forecast; goal: number | null }> | null;
}>;

export function lineitemFormView(spec: Form): Html {
  const { words, frame, csrf, action, refusal, revision, back } = spec;
  const body = html`${revision !== null && html`<input type="hidden" name="revision" value="${revision}">`}
${basics(spec)}${flight(spec)}${goals(spec)}${targeting(spec)}${limits(spec)}
<p class="actions"><button type="submit" name="step" value="save">${revision === null ? words.create : words.save}</button> <button type="submit" class="quiet" name="step" value="forecast" data-forecast>${words.do_forecast}</button> ${buttonLink(back, words.cancel, "quiet")}</p>`;
  return html`${notice(refusal.message, "problem")}
<div class="beside ad-form">
<div>${fileForm(action, csrf, frame, body)}</div>
<aside class="beside-side">${forecastView(spec)}</aside>
</div>`;
}

const section = (title: string, body: Html): Html =>
  html`<fieldset class="ad-section"><legend>${title}</legend>${body}</fieldset>`;

/** A field by its name in the form. */
function input(spec: Form, label: string, name: string, more: object = {}): Html {
  const { values, refusal } = spec;
  const error = errorOf(refusal.fields, name);
  return field({ label, name, value: values[name], error, autocomplete: "off", ...more });
}

const basics = (spec: Form): Html => {
  const { words, values, refusal, campaigns, revision } = spec;
  return section(
    words.basics,
    html`${input(spec, words.name, "name", { required: true, maxlength: 255 })}
${choice({ label: words.campaign, name: "campaign_id", value: values.campaign_id, error: refusal.fields.campaign_id, options: campaigns })}
${input(spec, words.external, "external_id", { maxlength: 255 })}
${textArea({ label: words.notes, name: "notes", rows: 2, value: values.notes, error: refusal.fields.notes, maxlength: 4000 })}
${fileField({ label: words.audio, name: "audio_ad_file", accept: "audio/*", hint: revision === null ? words.audio_hint : `${words.audio_hint} ${words.audio_replace}`, error: refusal.fields.audio_ad_file })}`,
  );
};

const flight = (spec: Form): Html => {
  const { words } = spec;
  const hint = words.date_hint;
  return section(
    words.flight,
    html`<div class="ad-pair">${input(spec, words.start, "start_date", { required: true, hint })}${input(spec, words.end, "end_date", { required: true, hint })}</div>
<div class="ad-pair">${input(spec, words.timezone, "timezone")}${input(spec, words.extend, "auto_extend_days")}</div>`,
  );
};

const PRIORITIES = [20, 30, 40, 50, 60, 70];
const PACINGS = ["PACED", "ASAP", "FRONT_LOADED"] as const;
const PRICES = ["CPM", "FLAT", "NONE"] as const;

const goals = (spec: Form): Html => {
  const { words, board, values, refusal } = spec;
  const select = (label: string, name: string, options: Choices) =>
    choice({ label, name, value: values[name], error: refusal.fields[name], options });
  const named = <K extends keyof Words>(keys: readonly K[]) =>
    keys.map((key) => [String(key), String(words[key])] as const);
  return section(
    words.goals,
    html`<div class="ad-pair">${input(spec, words.goal, "goal_impressions", { hint: words.goal_hint })}${input(spec, words.daily, "daily_cap")}</div>
<div class="ad-pair">${select(
      words.priority,
      "priority_id",
      PRIORITIES.map((one) => [String(one), priorityName(one, board)] as const),
    )}${select(words.pacing, "goal_pacing", named(PACINGS))}</div>
<div class="ad-pair">${select(words.price_type, "price_type", named(PRICES))}${input(spec, words.amount, "price_amount", { required: true })}</div>
${checkbox({ name: "hard_cap", label: words.hard_cap, checked: values.hard_cap === "1" })}
${input(spec, words.share, "share_of_voice")}`,
  );
};

const HINTS: Readonly<Record<string, "hint_geo" | "hint_devices" | "hint_languages">> = {
  target_geo: "hint_geo",
  target_devices: "hint_devices",
  target_languages: "hint_languages",
};

const targeting = (spec: Form): Html => {
  const { words, values } = spec;
  return section(
    words.targeting,
    html`<p class="hint">${words.targeting_hint}</p>
<fieldset class="field"><legend>${words.positions}</legend><p class="hint">${words.positions_hint}</p>${POSITIONS.map(
      (one) =>
        checkbox({
          name: `position.${one}`,
          label: words[one],
          checked: values[`position.${one}`] === "1",
        }),
    )}</fieldset>
${input(spec, words.midroll_at, "target_midroll_position", { maxlength: 10 })}
${LISTS.map((name) => listField(spec, name))}
${daypartFields(spec)}`,
  );
};

const typeSelect = ({ words, values }: Form, name: string, label: string): Html =>
  html`<select name="${name}.type" aria-label="${label}">${(["INCLUDE", "EXCLUDE"] as const).map(
    (type) =>
      html`<option value="${type}"${type === values[`${name}.type`] && html` selected`}>${words[type]}</option>`,
  )}</select>`;

const listField = (spec: Form, name: (typeof LISTS)[number]): Html => {
  const { words } = spec;
  const hint = HINTS[name];
  const more = hint === undefined ? {} : { hint: words[hint] };
  return html`<div class="ad-filter">${typeSelect(spec, name, words[name])}${input(spec, words[name], name, more)}</div>`;
};

const daypartFields = (spec: Form): Html => {
  const { words, refusal } = spec;
  const error = errorOf(refusal.fields, "target_dayparts");
  return html`<fieldset class="field caps${error !== undefined && " wrong"}"><legend>${words.dayparts}</legend>
<p class="hint">${words.dayparts_hint}</p>${typeSelect(spec, "target_dayparts", words.dayparts)}
${Array.from(
  { length: DAYPART_ROWS },
  (_, row) =>
    html`<p class="cap">${(["days", "from", "to"] as const).map((part) => html`<label>${words[part]} <input name="daypart.${row}.${part}" type="text" value="${spec.values[`daypart.${row}.${part}`]}"></label>`)}</p>`,
)}
${error !== undefined && html`<p class="error">${error}</p>`}</fieldset>`;
};

const limits = (spec: Form): Html => {
  const { words, clients, values, refusal } = spec;
  const urls = "third_party_impression_urls";
  return section(
    words.limits,
    html`${capFields(values, clients, errorOf(refusal.fields, "frequency_cap"))}
${input(spec, words.per_download, "max_per_download")}
${input(spec, words.ex_industries, "exclusions.industries", { error: errorOf(refusal.fields, "exclusions") })}
${input(spec, words.ex_advertisers, "exclusions.advertisers")}
${choice({
  label: words.ex_scope,
  name: "exclusions.scope",
  value: values["exclusions.scope"],
  options: [
    ["break", words.scope_break],
    ["download", words.scope_download],
  ],
})}
${textArea({ label: words.pixels, name: urls, rows: 3, value: values[urls], error: errorOf(refusal.fields, urls), hint: words.pixels_hint })}`,
  );
};

/** Replaced by the script whenever the form changes. */
function forecastView({ words, forecast }: Form): Html {
  return html`<section id="forecast" class="ad-forecast" aria-live="polite"><h2>${words.forecast}</h2>
<p class="soft">${words.forecast_lead}</p>
${forecast === null ? html`<p>${words.forecast_none}</p>` : figuresOf(forecast, words)}</section>`;
}

function figuresOf({ forecast, goal }: NonNullable<Form["forecast"]>, words: Words): Html {
  const n = (value: number) => value.toLocaleString(words.locale);
  const { expected, available, contended, displaced, samples_count } = forecast;
  return html`<p><span class="figure">${n(expected)}</span><span class="soft">${words.expected}${goal !== null && html` · ${fill(words.reach, { percent: percentOf(expected / goal, words) })}`}</span></p>
<dl class="ad-facts"><dt>${words.available}</dt><dd>${n(available)}</dd><dt>${words.contended}</dt><dd>${n(contended)}</dd></dl>
${
  displaced.length > 0 &&
  html`<h3>${words.displaces}</h3><ul class="plain-list">${displaced
    .slice(0, 8)
    .map(
      ({ lineitem_id, name, impressions }) =>
        html`<li><a href="/studio/ads/lineitems/${lineitem_id}">${name}</a> ${n(impressions)}</li>`,
    )}</ul>`
}
<p class="soft">${plural(words, words.from_samples, samples_count)}</p>`;
}
