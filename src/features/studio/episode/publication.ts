/** When an episode is published: the form beside its details, and what it means as the API's parameters. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { localTime, momentIn } from "../../../platform/text/localtimes.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import type { EpisodeParams } from "../../publishing/episodes/publishing/schema.ts";
import { episodeState, hasMedia } from "../../publishing/episodes/rules.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { fill } from "../../web/layout/rules.ts";
import { notice, submit } from "../../web/layout/views.ts";
import { publicationOf } from "../newepisode/actions.ts";
import { whenField } from "../newepisode/fields.ts";
import { type Proposal, proposeTime } from "../newepisode/proposing.ts";
import type { Words as WhenWords } from "../newepisode/words.ts";
import { type Zone, zoneOfEpisode } from "../range/zones.ts";
import type { Words } from "./words.ts";

type Chosen = Readonly<{
  when: "now" | "later" | "draft";
  at?: string | null | undefined;
  published_at?: string | null | undefined;
}>;

/** The parameters that publish as chosen. Fails on `at` and `published_at`. */
export function publicationParams(
  chosen: Chosen,
  { published_at }: Pick<EpisodeRow, "published_at">,
  { timezone, now }: Readonly<{ timezone: string; now: Date }>,
): EpisodeParams {
  // A time that has come publishes what can be played at once.
  if (published_at === null) return { auto_published_at: now, ...publicationOf(chosen, timezone) };
  const moment = momentIn(timezone, chosen.published_at ?? "");
  if (moment === null) throw invalid({ published_at: "must be a date and a time" });
  // The field has no seconds: an unchanged one must not move the episode.
  const isSame = localTime(timezone, published_at) === chosen.published_at;
  return isSame ? {} : { published_at: moment };
}

type Shown = Readonly<{
  words: Words;
  when: WhenWords;
  csrf: string;
  row: EpisodeRow;
  zone: Zone;
  /** The moment to schedule it for, and why. */
  proposal: Proposal;
  refusal: Refusal;
}>;

/** The time zone in which an episode is scheduled, and the moment that its form proposes. */
export async function scheduleOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  session: SessionCaller,
  row: EpisodeRow,
): Promise<Pick<Shown, "zone" | "proposal">> {
  const zone = zoneOfEpisode(session, row);
  const show = { show_id: row.show_id, timezone: zone.timezone };
  const asked = { besides: row.episode_id, now: clock() };
  return { zone, proposal: await proposeTime(db, show, asked) };
}

export function publicationView(shown: Shown): Html {
  const { words, when, csrf, row, zone, proposal, refusal } = shown;
  const action = `/studio/episodes/${row.episode_id}/publication`;
  const { given, fields } = refusal;
  if (row.published_at !== null) {
    const field = html`
<div class="field${fields.published_at !== undefined && " wrong"}"><label for="published_at">${words.published_on}</label>
<p class="hint" id="published_at-hint">${fill(words.published_hint, { zone: zoneText(zone.timezone) })}</p>
<input id="published_at" name="published_at" type="datetime-local" required value="${given.published_at ?? localTime(zone.timezone, row.published_at)}" aria-describedby="published_at-hint"${fields.published_at !== undefined && html` aria-invalid="true"`}>
${fields.published_at !== undefined && html`<p class="error">${words.published_on} ${fields.published_at}.</p>`}</div>`;
    return html`${notice(refusal.message, "problem")}${formView(csrf, action, html`${field}${submit(words.save_date, "quiet")}`, words)}`;
  }
  const { auto_published_at } = row;
  const isComing = hasMedia(row) || episodeState(row) === "processing";
  const chosen =
    auto_published_at !== null ? "later" : row.publish_when_ready && isComing ? "now" : "draft";
  return html`${notice(refusal.message, "problem")}
${!isComing && html`<p class="soft">${words.no_audio}</p>`}
${formView(
  csrf,
  action,
  html`${whenField({
    words: when,
    refusal: {
      ...refusal,
      fields: { ...fields, at: fields.at ?? fields.auto_published_at } as Refusal["fields"],
    },
    zone,
    proposal,
    chosen,
    at: auto_published_at === null ? null : localTime(zone.timezone, auto_published_at),
    now: hasMedia(row) ? when.when_publish : when.when_now,
  })}${finishView(shown)}`,
  words,
)}`;
}

/** Scripts name what the chosen moment will do; without them the button fits every choice. */
function finishView({ words, when }: Shown): Html {
  const texts = { now: when.finish_now, later: when.finish_later, draft: words.keep_draft };
  return html`<button type="submit" data-finish="${JSON.stringify(texts)}">${words.save_publication}</button>`;
}

/** The script says that a choice is not saved yet, and keeps it from being left. */
const formView = (csrf: string, action: string, body: Html, words: Words): Html => html`
<form method="post" action="${action}" data-publication>
<input type="hidden" name="csrf" value="${csrf}">
${body}<p class="hint unsaved" role="status" data-unsaved="${words.publication_unsaved}"></p>
</form>`;
