/** The columns of lists of episodes; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import { badge } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import type { Column } from "../tables/columns.ts";
import type { Row } from "./actions.ts";
import { DAYS } from "./schema.ts";
import type { Words } from "./words.ts";

type Context = Readonly<{
  words: Words;
  timezone: string;
  baseUrl: string;
  /** Whether the rows are of several shows. */
  isMixed: boolean;
  /** The address of the list, to return to. */
  back: string;
}>;

const NONE: Html = html`<span class="soft nil">–</span>`;

const KINDS = {
  draft: "plain",
  processing: "accent",
  scheduled: "accent",
  published: "good",
  hidden: "plain",
  limited: "plain",
  private: "plain",
  error: "bad",
} as const;

export function columnsOf(context: Context): Column<Row>[] {
  const { words, isMixed } = context;
  return [
    {
      key: "title",
      name: words.episode,
      sortable: true,
      cell: (row) => titleCell(row, context),
      value: ({ title }) => title,
    },
    {
      key: "show",
      name: words.show,
      sortable: isMixed,
      isExtra: true,
      cell: ({ show_title }) => show_title,
      value: ({ show_title }) => show_title,
    },
    {
      key: "state",
      name: words.state,
      sortable: true,
      cell: (row) => stateCell(row, words),
      value: ({ state }) => state,
    },
    {
      key: "date",
      name: words.date,
      sortable: true,
      newestFirst: true,
      cell: (row) => dateCell(dateOf(row), context),
      value: (row) => csvTime(dateOf(row)),
    },
    ...DAYS.map((days) => ageColumn(days, words)),
    {
      key: "downloads",
      name: words.all_time,
      number: true,
      sortable: true,
      cell: (row) => (row.published_at === null ? NONE : totalOf(row).toLocaleString(words.locale)),
      value: totalOf,
    },
    ...furtherColumns(context),
    { key: "acts", name: words.acts, cell: (row) => actsCell(row, context), value: () => null },
  ];
}

const totalOf = ({ plays_count, downloads_count }: Row): number => plays_count + downloads_count;

const dateOf = ({ published_at, auto_published_at }: Row): Date | null =>
  published_at ?? auto_published_at;

const csvTime = (date: Date | null): string | null => (date === null ? null : wireTime(date));

/** Plays and downloads together at an age, as the API's `total_count`. */
function ageColumn(days: (typeof DAYS)[number], words: Words): Column<Row> {
  const at = ({ ages }: Row) => {
    const age = ages.find((one) => one.days === days);
    if (age === undefined || age.plays === null || age.downloads === null) return null;
    return { total: age.plays + age.downloads, isComplete: age.is_complete };
  };
  return {
    key: `d${days}`,
    name: words[`d${days}`],
    number: true,
    sortable: true,
    value: (row) => at(row)?.total ?? null,
    cell(row) {
      const age = at(row);
      if (age === null) return NONE;
      const total = age.total.toLocaleString(words.locale);
      if (age.isComplete) return total;
      return html`<span class="incomplete" title="${words.so_far}">${total}<span class="hidden"> (${words.so_far})</span></span>`;
    },
  };
}

const furtherColumns = (context: Context): Column<Row>[] => [
  {
    key: "season",
    name: context.words.season,
    sortable: true,
    isExtra: true,
    cell: seasonOf,
    value: seasonOf,
  },
  {
    key: "duration",
    name: context.words.duration,
    number: true,
    sortable: true,
    isExtra: true,
    cell: ({ duration }) => (duration === 0 ? "–" : clockTime(duration)),
    value: ({ duration }) => duration,
  },
  {
    key: "tags",
    name: context.words.tags,
    isExtra: true,
    cell: ({ tags }) => tags.join(", "),
    value: ({ tags }) => tags.join(", "),
  },
  {
    key: "explicit",
    name: context.words.explicit,
    isExtra: true,
    cell: ({ explicit }) => (explicit ? context.words.yes : context.words.no),
    value: ({ explicit }) => String(explicit),
  },
  {
    key: "updated",
    name: context.words.updated,
    sortable: true,
    newestFirst: true,
    isExtra: true,
    cell: ({ updated_at }) => dateCell(updated_at, context),
    value: ({ updated_at }) => csvTime(updated_at),
  },
];

/** “S2 E14”, as podcast apps write it. */
const seasonOf = ({ season_number, episode_number }: Row): string =>
  [season_number !== null && `S${season_number}`, episode_number !== null && `E${episode_number}`]
    .filter((part) => part !== false)
    .join(" ");

function titleCell(row: Row, { baseUrl, isMixed }: Context): Html {
  const { image_url } = imageUrls(row, baseUrl);
  const cover =
    image_url === null
      ? html`<span class="row-cover none"></span>`
      : html`<img class="row-cover" src="${image_url}" alt="" width="36" height="36" loading="lazy" decoding="async">`;
  return html`<div class="row-title">${cover}<div><a href="/studio/episodes/${row.episode_id}">${row.title}</a>${isMixed && html`<span class="row-show">${row.show_title}</span>`}</div></div>`;
}

function stateCell({ state, encoding_progress }: Row, words: Words): Html {
  const progress = state === "processing" && encoding_progress > 0 && ` ${encoding_progress} %`;
  return badge(`${words[state]}${progress || ""}`, KINDS[state]);
}

function dateCell(date: Date | null, { words, timezone }: Context): Html {
  if (date === null) return NONE;
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.locale, { ...options, timeZone: timezone }).format(date);
  return html`<time datetime="${date.toISOString()}">${text({ dateStyle: "medium" })} <span class="soft">${text({ timeStyle: "short" })}</span></time>`;
}

const CAN_PUBLISH = ["draft", "scheduled"];

function actsCell({ episode_id, title, state, has_audio }: Row, { words, back }: Context): Html {
  const to = (act: string) =>
    `/studio/episodes/${episode_id}/${act}?${new URLSearchParams({ back })}`;
  return html`<div class="row-acts">${
    has_audio &&
    CAN_PUBLISH.includes(state) &&
    html`<a href="${to("publish")}" aria-label="${fill(words.publish_named, { title })}">${words.publish}</a>`
  }${
    state === "scheduled" &&
    html`<a href="${to("unschedule")}" aria-label="${fill(words.unschedule_named, { title })}">${words.unschedule}</a>`
  }<a class="soft" href="${to("delete")}" aria-label="${fill(words.delete_named, { title })}">${words.delete}</a></div>`;
}
