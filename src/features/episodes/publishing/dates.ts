/** When an episode appears: what parameters make of its dates (contract §5, States); pure. */
import { invalid } from "../../../platform/failure.ts";

/** `publish_when_ready`: at its first audio, for want of a date. */
export type Dates = {
  published_at: Date | null;
  auto_published_at: Date | null;
  publish_when_ready: boolean;
};

type Wish = { published_at?: Date | null | undefined; auto_published_at?: Date | null | undefined };

/** What a clock that runs ahead of ours may call now. */
const SKEW_MS = 60_000;

/**
 * The dates after the write, before it is asked whether there is anything to play. `hasAudio`:
 * there is some, or it is being made. Fails naming the parameter.
 */
export function datesAfter(wish: Wish, present: Dates, hasAudio: boolean, now: Date): Dates {
  const { published_at, auto_published_at } = wish;
  if (published_at && auto_published_at)
    throw invalid({ auto_published_at: "cannot be given together with published_at" });
  if (published_at !== undefined && (published_at !== null || present.published_at !== null))
    return publishedAt(published_at, hasAudio, now);
  if (auto_published_at === undefined) return present;
  if (present.published_at !== null) {
    if (auto_published_at === null || auto_published_at <= now) return present;
    throw invalid({ auto_published_at: "comes too late: the episode is published" });
  }
  const isPast = auto_published_at !== null && auto_published_at <= now;
  if (isPast && !hasAudio) throw invalid({ auto_published_at: NO_AUDIO });
  if (isPast) return { ...present, auto_published_at: null, publish_when_ready: true };
  return { ...present, auto_published_at, publish_when_ready: false };
}

const NO_AUDIO = "must lie in the future: the episode has no audio yet";

function publishedAt(published_at: Date | null, hasAudio: boolean, now: Date): Dates {
  if (published_at === null)
    throw invalid({ published_at: "cannot be taken back; set hidden or visibility instead" });
  if (!hasAudio) throw invalid({ published_at: "needs audio first" });
  if (published_at.getTime() > now.getTime() + SKEW_MS)
    throw invalid({ published_at: "lies in the future; use auto_published_at for that" });
  return {
    published_at: published_at > now ? now : published_at,
    auto_published_at: null,
    publish_when_ready: false,
  };
}

/** The dates of an episode that there is something to play of: published, when that is due. */
export function whenPlayable(dates: Dates, now: Date): Dates {
  const { published_at, auto_published_at, publish_when_ready } = dates;
  const isDue = auto_published_at === null ? publish_when_ready : auto_published_at <= now;
  if (published_at !== null || !isDue) return dates;
  return { published_at: now, auto_published_at: null, publish_when_ready: false };
}
