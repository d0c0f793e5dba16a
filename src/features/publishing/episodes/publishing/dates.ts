/** Computes when an episode is published from the parameters of a write (contract §5, States); pure. */
import { invalid } from "../../../../platform/failure.ts";

/** `publish_when_ready`: publish as soon as there is audio, because no date was given. */
export type Dates = {
  published_at: Date | null;
  auto_published_at: Date | null;
  publish_when_ready: boolean;
};

type Wish = { published_at?: Date | null | undefined; auto_published_at?: Date | null | undefined };

/** How far ahead a caller's clock may be for its time to count as now. */
const SKEW_MS = 60_000;

/**
 * The dates after the write, regardless of whether anything can be played yet. `hasAudio`: there is audio, or it is
 * being encoded. Fails with the parameter's name.
 */
export function datesAfter(wish: Wish, present: Dates, hasAudio: boolean, now: Date): Dates {
  const { published_at, auto_published_at } = wish;
  if (published_at && auto_published_at)
    throw invalid({ auto_published_at: "cannot be sent together with published_at" });
  if (published_at !== undefined && (published_at !== null || present.published_at !== null))
    return publishedAt(published_at, hasAudio, now);
  if (auto_published_at === undefined) return present;
  if (present.published_at !== null) {
    if (auto_published_at === null || auto_published_at <= now) return present;
    throw invalid({ auto_published_at: "cannot be set: the episode is already published" });
  }
  const isPast = auto_published_at !== null && auto_published_at <= now;
  if (isPast && !hasAudio) throw invalid({ auto_published_at: NO_AUDIO });
  if (isPast) return { ...present, auto_published_at: null, publish_when_ready: true };
  return { ...present, auto_published_at, publish_when_ready: false };
}

const NO_AUDIO = "must be in the future because the episode has no audio yet";

function publishedAt(published_at: Date | null, hasAudio: boolean, now: Date): Dates {
  if (published_at === null)
    throw invalid({ published_at: "cannot be removed; set hidden or visibility instead" });
  if (!hasAudio) throw invalid({ published_at: "cannot be set before the episode has audio" });
  if (published_at.getTime() > now.getTime() + SKEW_MS)
    throw invalid({ published_at: "must not be in the future; use auto_published_at to schedule" });
  return {
    published_at: published_at > now ? now : published_at,
    auto_published_at: null,
    publish_when_ready: false,
  };
}

/** The dates of an episode that has become playable: published, if that is due. */
export function whenPlayable(dates: Dates, now: Date): Dates {
  const { published_at, auto_published_at, publish_when_ready } = dates;
  const isDue = auto_published_at === null ? publish_when_ready : auto_published_at <= now;
  if (published_at !== null || !isDue) return dates;
  return { published_at: now, auto_published_at: null, publish_when_ready: false };
}
