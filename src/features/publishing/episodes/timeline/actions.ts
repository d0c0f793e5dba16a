/** Finds the timeline of a rendition that the caller names. */
import type { FastifyReply } from "fastify";
import { REACH_MS } from "../../../../platform/audio/quiet.ts";
import type { Timeline } from "../../../../platform/audio/timeline.ts";
import { notFound } from "../../../../platform/failure.ts";
import type { FindTimeline } from "./schema.ts";

/**
 * The timeline of rendition `r`, which the response then names, or null for the timeline of the episode itself. Fails
 * with not-found if `r` is not a rendition of an episode that `isTheirs` accepts.
 */
export async function timelineFor(
  find: FindTimeline,
  r: string | undefined,
  isTheirs: (episode_id: number) => boolean | Promise<boolean>,
  reply: FastifyReply,
): Promise<Timeline | null> {
  if (r === undefined) return null;
  const found = await find(r);
  if (found === null || !(await isTheirs(found.episode_id))) throw notFound("rendition");
  reply.header("x-rendition", r);
  return found.timeline;
}

/** Shifts the starts of `chapters` to playback positions in the rendition. */
export const shiftChapters = <T extends { starts_at: number }>(
  chapters: readonly T[],
  timeline: Timeline | null,
): T[] =>
  chapters.map((chapter) =>
    timeline === null
      ? chapter
      : { ...chapter, starts_at: timeline.shiftStart(chapter.starts_at, REACH_MS) },
  );
