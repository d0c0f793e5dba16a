/** Finds when things are heard in a rendition that the caller names. */
import type { FastifyReply } from "fastify";
import { REACH_MS } from "../../../platform/audio/quiet.ts";
import type { Timeline } from "../../../platform/audio/timeline.ts";
import { notFound } from "../../../platform/failure.ts";
import type { FindTimeline } from "./schema.ts";

/**
 * The timeline of rendition `r`, which the answer then names; null without one: the programme's own.
 * Fails with not-found when it is no rendition of an episode that `isTheirs` knows.
 */
export async function heardIn(
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

/** `chapters` with their beginnings as they are heard. */
export const shiftChapters = <T extends { starts_at: number }>(
  chapters: readonly T[],
  timeline: Timeline | null,
): T[] =>
  chapters.map((chapter) =>
    timeline === null
      ? chapter
      : { ...chapter, starts_at: timeline.shiftStart(chapter.starts_at, REACH_MS) },
  );
