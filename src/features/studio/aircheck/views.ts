/** HTML of the page of airchecks: the form, the audio, and how the decision came about; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Aircheck, AircheckParams } from "../../listening/playback/aircheck/schema.ts";
import { badge, table } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import { choice, field, submit } from "../../web/layout/views.ts";
import type { Words as ItemWords } from "../adlineitems/words.ts";
import { deviceName } from "../frame/devices.ts";
import { reasonText } from "./rules.ts";
import type { Airable } from "./store.ts";
import type { Words } from "./words.ts";

export type AircheckFields = Readonly<{
  /** null if a field is wrong. */
  value: AircheckParams | null;
  faults: Readonly<Partial<Record<"episode" | "country" | "at", boolean>>>;
}>;

type Shown = Readonly<{
  words: Words;
  items: ItemWords;
  path: string;
  values: Readonly<Record<string, string>>;
  faults: AircheckFields["faults"];
  timezone: string;
  episodes: readonly Airable[];
  /** null: not asked for; "missing": the person may not hear the episode. */
  check: Aircheck | "missing" | null;
}>;

const DEVICES = ["Mobile", "Desktop", "Tablet", "Smart speaker", "Car", "TV", "Watch", "Others"];

export const aircheckView = (shown: Shown): Html => html`
<p class="soft">${shown.words.lead}</p>
${shown.check !== null && shown.check !== "missing" && resultView(shown, shown.check)}
${formView(shown)}`;

function formView({ words, path, values, faults, timezone, episodes, check }: Shown): Html {
  const { locale } = words;
  const missing = check === "missing" || faults.episode === true;
  const options = episodes.map(
    ({ episode_id, title, show_title }) =>
      [String(episode_id), `${title} · ${show_title}`] as const,
  );
  return html`<form method="get" action="${path}" class="column">
<input type="hidden" name="check" value="1">
${options.length > 0 && choice({ label: words.episode, name: "episode", value: values.episode, options })}
${field({ label: options.length > 0 ? words.other : words.episode_id, name: "other", value: values.other, hint: words.other_hint, error: missing ? words.no_episode : undefined, autocomplete: "off", maxlength: 20 })}
${field({ label: words.country, name: "country", value: values.country, hint: words.country_hint, error: faults.country ? words.country_wrong : undefined, autocomplete: "off", maxlength: 2 })}
${choice({ label: words.device, name: "device", value: values.device || "Mobile", options: DEVICES.map((name) => [name, deviceName(locale, name)]) })}
${field({ label: words.at, name: "at", type: "datetime-local", value: values.at, hint: fill(words.at_hint, { zone: timezone }), error: faults.at ? words.at_wrong : undefined })}
<p class="actions">${submit(check === null ? words.hear : words.again)}</p>
</form>`;
}

function resultView({ words, items }: Shown, check: Aircheck): Html {
  const { audio_url, starts_at, ad_duration, duration, position, timecode } = check;
  const heard =
    starts_at === null || ad_duration === null || position === null
      ? words.nothing_heard
      : fill(words.heard, {
          position: items[position],
          timecode: clockTime(timecode ?? 0),
          from: clockTime(starts_at),
          to: clockTime(starts_at + ad_duration),
          length: clockTime(duration ?? 0),
        });
  return html`<section aria-labelledby="verdict"><h2 id="verdict">${check.won ? words.won : words.not_won}</h2>
<p>${check.reason === null ? words.won_why : reasonText(check.reason, words, items)}</p>
${audio_url !== null && html`<p><audio class="aircheck-audio" controls preload="metadata" src="${audio_url}" aria-label="${words.minute}"></audio></p>`}
<p class="soft">${heard}${audio_url !== null && !check.won && ` ${words.anyway}`}</p>
${consideredView(words, items, check)}</section>`;
}

function consideredView(words: Words, items: ItemWords, check: Aircheck): Html {
  if (check.considered.length === 0)
    return html`<h3>${words.considered}</h3><p class="soft">${words.none_considered}</p>`;
  const rows = check.considered.map(({ lineitem_id, lineitem_name, position, why, reason }) => [
    lineitem_id === null
      ? html`<span class="soft">${words.foreign}</span>`
      : lineitem_id === check.lineitem_id
        ? html`<strong>${lineitem_name}</strong>`
        : html`<a href="/studio/ads/lineitems/${lineitem_id}">${lineitem_name}</a>`,
    position === null ? "–" : badge(items[position], "good"),
    why === null ? reasonText(reason ?? "", words, items) : words.wins[why],
  ]);
  const columns = [{ name: words.line_item }, { name: words.slot }, { name: words.why }];
  return table(words.considered, columns, rows);
}
