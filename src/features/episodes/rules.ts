/** Who may see an episode (contract §4 visibility, §5 states); pure. */
import { forbidden, unauthenticated } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";

type Lockable = { visibility: string; limited_key: string | null };
type Shown = Lockable & {
  type: string;
  published_at: Date | null;
  hidden: boolean;
  encoding_status: string;
  show_visibility: string;
  show_limited_key: string | null;
};

/** Published and playable; who may know of it is another matter. */
const isOut = ({ type, published_at, hidden, encoding_status }: Shown): boolean =>
  type !== "DRAFT" && published_at !== null && !hidden && encoding_status === "READY";

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
