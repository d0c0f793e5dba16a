/** The layout of the pages of one episode: who may open them, their head with state and tabs. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { requireEpisodeEditableBy } from "../../publishing/episodes/rights.ts";
import { type EpisodeState, episodeState } from "../../publishing/episodes/rules.ts";
import { type EpisodeRow, findEpisode } from "../../publishing/episodes/store.ts";
import { episodeView } from "../../publishing/episodes/views.ts";
import { badge } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import { type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { episodeEntries } from "../frame/navigation.ts";
import { zoneOfEpisode } from "../range/zones.ts";
import { episodeWords, type Words } from "./words.ts";

/** The episode, if the person may edit it. Fails with 404 or 403. */
export async function findOwnEpisode(
  { db }: Pick<Deps, "db">,
  session: SessionCaller,
  episode_id: number,
): Promise<EpisodeRow> {
  const row = await findEpisode(db, episode_id);
  const { episode } = await requireEpisodeEditableBy(db, callerOf(session), row);
  return episode;
}

/** A page of an episode: its title, state and tabs around `page`. */
export function episodeLayout(
  call: StudioCall,
  deps: Pick<Deps, "db">,
  row: EpisodeRow,
  page: Omit<StudioPage, "title" | "subtitle" | "tabs" | "show">,
): Promise<Html> {
  const words = episodeWords(call.locale);
  return studioLayout(call, deps, {
    ...page,
    title: row.title,
    subtitle: factsOf(row, words, zoneOfEpisode(call.session, row).timezone),
    tabs: episodeEntries(row.episode_id),
    show: episodeView(row, call.baseUrl, false).show,
  });
}

const KINDS: Readonly<Record<EpisodeState, "plain" | "good" | "accent" | "bad">> = {
  draft: "plain",
  processing: "accent",
  failed: "bad",
  scheduled: "accent",
  published: "good",
};

/** State, date and length of an episode. */
function factsOf(row: EpisodeRow, words: Words, timeZone: string): Html {
  const state = episodeState(row);
  const at = row.published_at ?? row.auto_published_at;
  const locks = [
    row.hidden && words.is_hidden,
    row.visibility === "LIMITED" && words.is_limited,
    row.visibility === "PRIVATE" && words.is_private,
  ];
  const facts = [
    at !== null &&
      fill(words[`at_${state === "scheduled" ? "scheduled" : "published"}`], {
        date: momentText(at, timeZone, words),
      }),
    row.duration > 0 && clockTime(row.duration),
  ].filter((fact) => fact !== false);
  return html`<p class="episode-facts">${badge(words[`state_${state}`], KINDS[state])}
${locks.map((lock) => lock !== false && badge(lock))}
${facts.map((fact) => html`<span>${fact}</span>`)}</p>`;
}

/** “21 November 2026 at 18:30”, in the person's time zone. */
const momentText = (date: Date, timeZone: string, { locale }: { locale: string }): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(date);
