/** Pure rules of who may see an episode (contract §4 visibility, §5 states). */

type Lockable = { visibility: string; limited_key: string | null };
type Shown = Lockable & {
  type: string;
  published_at: Date | null;
  hidden: boolean;
  media_key: string | null;
  media_url: string | null;
  show_visibility: string;
  show_limited_key: string | null;
};

/** Whether the episode can be played: it has encoded audio, even while a replacement is being encoded, or a link. */
export const hasMedia = (episode: Pick<Shown, "type" | "media_key" | "media_url">): boolean =>
  episode.media_key !== null || (episode.type === "EXTERNAL" && episode.media_url !== null);

/** Whether the episode is published and playable, regardless of visibility. */
const isOut = (episode: Shown): boolean =>
  episode.type !== "DRAFT" && episode.published_at !== null && !episode.hidden && hasMedia(episode);

const opens = (key: string | undefined, { limited_key }: Lockable): boolean =>
  limited_key !== null && limited_key === key;

/**
 * Whether a stranger with `key` may see an episode; neither it nor its show is deleted. In a LIMITED show, the key of
 * the show or the key of a LIMITED episode is enough, because each is shared to open just this.
 */
export function isEpisodeOpenTo(episode: Shown, key: string | undefined): boolean {
  const show = { visibility: episode.show_visibility, limited_key: episode.show_limited_key };
  const both = [episode, show];
  if (!isOut(episode) || both.some(({ visibility }) => visibility === "PRIVATE")) return false;
  const locked = both.filter(({ visibility }) => visibility === "LIMITED");
  return locked.length === 0 || locked.some((one) => opens(key, one));
}

type Placed = Readonly<{ episode_id: number; show_id: number; author_id: number }>;

/** What an episode is made of for those who may not edit it (see db/functions/record_changes.sql). */
export const episodeSubjects = ({ episode_id, show_id, author_id }: Placed): string[] => [
  `episode:${episode_id}`,
  `episode-counts:${episode_id}`,
  `show:${show_id}`,
  `user:${author_id}`,
  "images",
];

/** What the list of a show's episodes is made of. */
export const episodeListSubjects = (show_id: number): string[] => [
  `show:${show_id}`,
  `episodes-of:${show_id}`,
  "images",
];

/** What limits moments in an episode: its duration in ms, 0 while unknown. */
export type Timed = Readonly<{ episode_id: number; duration: number }>;

/** Whether `moment` (ms) is within the episode; always true while the duration is unknown (0). */
export const isWithin = ({ duration }: Pick<Timed, "duration">, moment: number): boolean =>
  duration === 0 || moment < duration;

/** What an episode waits for, or that it is out. */
export type EpisodeState = "processing" | "failed" | "published" | "scheduled" | "draft";

type Stated = Readonly<{
  encoding_status: string;
  type: string;
  published_at: unknown;
  auto_published_at: unknown;
}>;

/** The state in which the studio and drafts' pages show an episode. */
export function episodeState(episode: Stated): EpisodeState {
  if (episode.type !== "DRAFT" && episode.encoding_status === "ERROR") return "failed";
  const isEncoding = ["PENDING", "PROCESSING"].includes(episode.encoding_status);
  if (episode.type !== "DRAFT" && isEncoding) return "processing";
  if (episode.published_at !== null) return "published";
  return episode.auto_published_at === null ? "draft" : "scheduled";
}
