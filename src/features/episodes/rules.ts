/** Who may see an episode (contract §4 visibility, §5 states); pure. */
import { forbidden, unauthenticated } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";

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

/** There is something to play: a finished file, also while its replacement is being made, or a link. */
export const hasMedia = (episode: Pick<Shown, "type" | "media_key" | "media_url">): boolean =>
  episode.media_key !== null || (episode.type === "EXTERNAL" && episode.media_url !== null);

/** Published and playable; who may know of it is another matter. */
const isOut = (episode: Shown): boolean =>
  episode.type !== "DRAFT" && episode.published_at !== null && !episode.hidden && hasMedia(episode);

const opens = (key: string | undefined, { limited_key }: Lockable): boolean =>
  limited_key !== null && limited_key === key;

/**
 * Whether a stranger who brings `key` may see an episode that is not deleted, of a show that is not
 * either. In a LIMITED show any one key will do, the show's or a LIMITED episode's own: each was
 * given away to open just this.
 */
export function isEpisodeOpenTo(episode: Shown, key: string | undefined): boolean {
  const show = { visibility: episode.show_visibility, limited_key: episode.show_limited_key };
  const both = [episode, show];
  if (!isOut(episode) || both.some(({ visibility }) => visibility === "PRIVATE")) return false;
  const locked = both.filter(({ visibility }) => visibility === "LIMITED");
  return locked.length === 0 || locked.some((one) => opens(key, one));
}

/** `filter=editable` also lists what only editors may see; `may` tells whether the caller is one. */
export function requireEditable(viewer: Viewer | null, may: boolean): void {
  if (viewer === null) throw unauthenticated("filter=editable needs an access token.");
  if (!may) throw forbidden("filter=editable is for those who may edit.", "not-your-episodes");
}

/** Whether something is heard at `moment` (ms). While the duration is not known (0), at any moment. */
export const isWithin = ({ duration }: { duration: number }, moment: number): boolean =>
  duration === 0 || moment < duration;
