/** Lines about things that need a person, each with the one act that mends it; pure. */

/** One line. `text` is a key of the words; `fill` its placeholders. */
type Need = Readonly<{
  text: "failed" | "unready" | "old_draft" | "bad_cover" | "import_failed";
  fill: Readonly<Record<string, string>>;
}> &
  Common;
/** One line with a number. */
type CountedNeed = Readonly<{
  text:
    | "more_failed"
    | "old_drafts"
    | "broken_feed"
    | "reported"
    | "reported_shows"
    | "unanswered"
    | "unanswered_shows"
    | "import_skipped";
  n: number;
  fill?: Readonly<Record<string, string>>;
}> &
  Common;

type Common = Readonly<{
  /** Something is broken, not just waiting. */
  isUrgent: boolean;
  href: string;
  /** A reason in English, as the API has it. */
  reason?: string | null;
  show?: string;
}>;

export type AnyNeed = Need | CountedNeed;

type Episode = Readonly<{ episode_id: number; title: string; show_title: string; total: number }>;
type Show = Readonly<{ show_id: number; title: string }>;
type Counted = Show & Readonly<{ n: number }>;

/** What the database found. */
export type Found = Readonly<{
  failed: readonly (Episode & Readonly<{ encoding_error: string | null }>)[];
  unready: readonly (Episode & Readonly<{ auto_published_at: Date | null }>)[];
  oldDrafts: readonly (Episode & Readonly<{ updated_at: Date }>)[];
  badCovers: readonly Show[];
  brokenFeeds: readonly Counted[];
  reported: readonly Counted[];
  unanswered: readonly Counted[];
  badImports: readonly Readonly<{
    import_id: number;
    feed_url: string | null;
    state: string;
    title: string | null;
    skipped: number;
  }>[];
}>;

/** More drafts than this are one line. */
const DRAFTS = 3;

const editor = ({ episode_id }: Episode): string => `/studio/episodes/${episode_id}`;

/** The lines, what is broken before what waits. `dateText` writes a moment as the person reads it. */
export function needsOf(found: Found, dateText: (moment: Date) => string): AnyNeed[] {
  const { failed, unready, badCovers, brokenFeeds, reported, unanswered, badImports } = found;
  const failures = failed.map((episode) => ({
    text: "failed" as const,
    fill: { title: episode.title },
    isUrgent: true,
    href: editor(episode),
    reason: episode.encoding_error,
    show: episode.show_title,
  }));
  const left = (failed[0]?.total ?? 0) - failed.length;
  const lines: AnyNeed[] = [
    ...failures,
    ...(left > 0
      ? [
          {
            text: "more_failed" as const,
            n: left,
            isUrgent: true,
            href: "/studio/episodes?state=error",
          },
        ]
      : []),
    ...unready.map((episode) => ({
      text: "unready" as const,
      fill: {
        title: episode.title,
        date: episode.auto_published_at === null ? "" : dateText(episode.auto_published_at),
      },
      isUrgent: true,
      href: editor(episode),
      show: episode.show_title,
    })),
    ...brokenFeeds.map((show) => ofShow("broken_feed", show, "/feed", true)),
    ...badCovers.map(({ show_id, title }) => ({
      text: "bad_cover" as const,
      fill: { title },
      isUrgent: true,
      href: `/studio/shows/${show_id}`,
    })),
    ...badImports.map(importNeed),
    ...messageNeeds("reported", reported, true),
    ...messageNeeds("unanswered", unanswered, false),
    ...draftNeeds(found, dateText),
  ];
  return lines;
}

const ofShow = (
  text: "broken_feed" | "reported" | "unanswered",
  { show_id, title, n }: Counted,
  page: string,
  isUrgent: boolean,
): CountedNeed => ({ text, n, fill: { title }, isUrgent, href: `/studio/shows/${show_id}${page}` });

/** Messages of several shows are one line with their sum, which leads to the list of all. */
function messageNeeds(
  text: "reported" | "unanswered",
  shows: readonly Counted[],
  isUrgent: boolean,
): CountedNeed[] {
  const page = `/messages?only=${text}`;
  if (shows.length < 2) return shows.map((show) => ofShow(text, show, page, isUrgent));
  const n = shows.reduce((sum, show) => sum + show.n, 0);
  const fill = { shows: String(shows.length) };
  return [{ text: `${text}_shows`, n, fill, isUrgent, href: `/studio${page}` }];
}

function importNeed({
  import_id,
  feed_url,
  state,
  title,
  skipped,
}: Found["badImports"][number]): AnyNeed {
  const href = `/studio/imports/${import_id}`;
  const name = title ?? feed_url ?? "RSS";
  if (state === "FAILED")
    return { text: "import_failed", fill: { title: name }, isUrgent: true, href };
  return { text: "import_skipped", n: skipped, fill: { title: name }, isUrgent: false, href };
}

function draftNeeds({ oldDrafts }: Found, dateText: (moment: Date) => string): AnyNeed[] {
  const total = oldDrafts[0]?.total ?? 0;
  const href = "/studio/episodes?state=draft&sort=updated";
  if (total > DRAFTS) return [{ text: "old_drafts", n: total, isUrgent: false, href }];
  return oldDrafts.map((episode) => ({
    text: "old_draft",
    fill: { title: episode.title, date: dateText(episode.updated_at) },
    isUrgent: false,
    href: editor(episode),
    show: episode.show_title,
  }));
}
