/** HTML of the studio's home: its parts in their order; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";
import { badge, buttonLink, emptyState } from "../../web/layout/components.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import type { AnyNeed } from "./needs/rules.ts";
import { needsView } from "./needs/views.ts";
import type { Newest } from "./newest/rules.ts";
import { newestView } from "./newest/views.ts";
import type { ShowWeek } from "./week/rules.ts";
import { type Show, weekView } from "./week/views.ts";
import type { Words } from "./words.ts";

type Processing = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  encoding_progress: number;
}>;

export type Home = Readonly<{
  /** Those with the most listening this week, of `showsCount`. */
  shows: readonly Show[];
  showsCount: number;
  sum: ShowWeek<object>;
  /** Which shows these are. */
  showsText: string;
  /** The two weeks of the figures. */
  days: DayRange;
  canMail: boolean;
  needs: readonly AnyNeed[];
  newest: readonly Newest[];
  processing: readonly Processing[];
  imports: readonly Readonly<{ import_id: number; feed_url: string | null }>[];
}>;

/** Whether something on the page changes by itself. */
export const isMoving = ({ processing, imports }: Home): boolean =>
  processing.length + imports.length > 0;

const isNew = ({ showsCount, imports }: Home): boolean => showsCount === 0 && imports.length === 0;

export const waysToBegin = (words: Words): Html =>
  html`${buttonLink("/studio/shows/new", words.new_show)}${buttonLink("/studio/import", words.import_feed, "quiet")}`;

/** Buttons beside the title; a new creator has them in the middle of the page. With shows, episodes come first. */
export function homeActions(words: Words, home: Home): Html | undefined {
  if (isNew(home) && home.needs.length === 0) return undefined;
  if (home.showsCount === 0) return waysToBegin(words);
  return html`${buttonLink("/studio/episodes/new", words.new_episode)}${buttonLink("/studio/shows/new", words.new_show, "quiet")}`;
}

/** `terms`: the texts of the frame, which explain why audio cannot be used. */
export function homeView(words: Words, terms: FrameWords, home: Home): Html {
  const { needs, newest, showsCount } = home;
  return html`
${(needs.length > 0 || showsCount > 0) && needsView(words, terms, needs)}
${isMoving(home) && progressView(words, home)}
${showsCount === 0 ? !isMoving(home) && welcome(words) : weekView(words, home)}
${newest.length > 0 && newestView(words, newest)}`;
}

const welcome = (words: Words): Html =>
  emptyState({ title: words.empty_title, text: words.empty, actions: waysToBegin(words) });

const progressView = (words: Words, { processing, imports }: Home): Html => html`
<section class="home-part" aria-labelledby="in-progress" data-live>
<h2 id="in-progress">${words.in_progress}</h2>
<ul class="in-progress">${imports.map(
  ({ import_id, feed_url }) => html`
<li><a href="/studio/imports/${import_id}">${feed_url ?? words.feed_file}</a>
${badge(words.importing, "accent")}</li>`,
)}${processing.map(
  ({ episode_id, title, show_title, encoding_progress }) => html`
<li><a href="/studio/episodes/${episode_id}">${title}</a>
<span class="hint">${show_title}</span>
${badge(encoding_progress === 0 ? words.waiting : words.encoding.replace("{n}", String(encoding_progress)), "accent")}</li>`,
)}</ul>
</section>`;
