/** Checks a new episode while somebody writes it; pure. */
import { codePoints } from "../../../platform/text/plain.ts";
import type { LoudnessText } from "../frame/loudness.ts";

/** `open`: nothing is wrong, something is still missing or under way. */
type CheckState = "good" | "open" | "bad";

const CHECKS = ["audio", "title", "notes", "chapters", "cover", "feed"] as const;

/** `text`: the key of its text in `words`. */
export type Check = Readonly<{
  name: (typeof CHECKS)[number];
  state: CheckState;
  text: CheckText;
  values?: Readonly<Record<string, string | number>>;
  /** Where it is mended. */
  href?: string;
}>;

type CheckText =
  | "audio_none"
  | "audio_waiting"
  | "audio_progress"
  | "audio_failed"
  | "audio_ready"
  | "audio_raised"
  | "audio_lowered"
  | "audio_even"
  | "title_none"
  | "title_long"
  | "title_good"
  | "notes_none"
  | "notes_good"
  | "chapters_none"
  | "chapters_good"
  | "cover_none"
  | "cover_good"
  | "feed_missing"
  | "feed_good";

export type Checked = Readonly<{
  title: string;
  notes: string;
  show: Readonly<{
    show_id: number;
    square_key: string | null;
    description: string;
    category_id: number | null;
  }>;
  /** null before the draft is stored. */
  episode: Readonly<{
    episode_id: number;
    type: string;
    encoding_status: string;
    encoding_progress: number;
    square_key: string | null;
    hasAudio: boolean;
  }> | null;
  chapters: number;
  loudness: LoudnessText | null;
}>;

/** Where podcast apps cut a title. */
const TITLE_SHOWN = 60;

/** Every check, always in the same order. */
export const checksOf = (checked: Checked): Check[] => [
  audioCheck(checked),
  titleCheck(checked),
  checked.notes.trim() === ""
    ? { name: "notes", state: "open", text: "notes_none" }
    : { name: "notes", state: "good", text: "notes_good" },
  chaptersCheck(checked),
  coverCheck(checked),
  feedCheck(checked),
];

function audioCheck({ episode, loudness }: Checked): Check {
  const name = "audio";
  if (episode === null || (episode.type === "DRAFT" && !episode.hasAudio))
    return { name, state: "open", text: "audio_none" };
  if (episode.encoding_status === "ERROR") return { name, state: "bad", text: "audio_failed" };
  if (episode.encoding_status === "PENDING") return { name, state: "open", text: "audio_waiting" };
  if (episode.encoding_status === "PROCESSING")
    return {
      name,
      state: "open",
      text: "audio_progress",
      values: { n: episode.encoding_progress },
    };
  return loudness === null
    ? { name, state: "good", text: "audio_ready" }
    : { name, state: "good", text: `audio_${loudness.change}`, values: loudness };
}

function titleCheck({ title }: Checked): Check {
  const name = "title";
  const n = codePoints(title.trim());
  if (n === 0) return { name, state: "bad", text: "title_none" };
  const isLong = n > TITLE_SHOWN;
  return {
    name,
    state: isLong ? "open" : "good",
    text: isLong ? "title_long" : "title_good",
    values: { n },
  };
}

function chaptersCheck({ chapters, episode }: Checked): Check {
  const name = "chapters";
  const href = episode === null ? {} : { href: `/studio/episodes/${episode.episode_id}/audio` };
  if (chapters === 0) return { name, state: "open", text: "chapters_none", ...href };
  return { name, state: "good", text: "chapters_good", values: { n: chapters }, ...href };
}

function coverCheck({ show, episode }: Checked): Check {
  const name = "cover";
  const hasCover = show.square_key !== null || (episode?.square_key ?? null) !== null;
  if (hasCover) return { name, state: "good", text: "cover_good" };
  return { name, state: "bad", text: "cover_none", href: `/studio/shows/${show.show_id}` };
}

/** What directories refuse a feed for. */
function feedCheck({ show }: Checked): Check {
  const name = "feed";
  const isWhole = show.description.trim() !== "" && show.category_id !== null;
  if (isWhole) return { name, state: "good", text: "feed_good" };
  return { name, state: "bad", text: "feed_missing", href: `/studio/shows/${show.show_id}` };
}
