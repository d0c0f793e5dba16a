/** Moments of a recording, told in a version of it that other sound was put into; pure. */

/** A stretch of the version, in ms: of the recording (its own, in order), or put in. */
export type Stretch = Readonly<{ own: boolean; length: number }>;

/** Sound that was put in: where in the recording, and how long. */
type Insert = Readonly<{ at: number; length: number }>;

export type Timeline = Readonly<{
  /** Where a moment of the recording is heard; at a cut, behind what was put in there. */
  shift(moment: number): number;
  /** The same for the last moment of something: at a cut, before what was put in. */
  shiftEnd(moment: number): number;
  /**
   * The same for a beginning such as a chapter's. A cut is made near where it was wanted: what
   * begins within `reach` ms before one begins behind it.
   */
  shiftStart(moment: number, reach: number): number;
  /** Of the whole version. */
  duration: number;
}>;

export function timelineOf(stretches: readonly Stretch[]): Timeline {
  const inserts: Insert[] = [];
  let own = 0;
  let duration = 0;
  for (const { own: isOwn, length } of stretches) {
    if (isOwn) own += length;
    else inserts.push({ at: own, length });
    duration += length;
  }
  const put = (is: (insert: Insert) => boolean) =>
    inserts.filter(is).reduce((sum, { length }) => sum + length, 0);
  const shift = (moment: number) => Math.round(moment + put(({ at }) => at <= moment));
  return {
    shift,
    shiftEnd: (moment) => Math.round(moment + put(({ at }) => at < moment)),
    shiftStart(moment, reach) {
      const next = inserts.find(({ at }) => at > moment && at - moment <= reach);
      return shift(next?.at ?? moment);
    },
    duration: Math.round(duration),
  };
}
