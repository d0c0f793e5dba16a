/** Maps times of a recording to times of a version with inserted audio; pure. */

/** A stretch of the version, in ms: part of the recording (`own`, in order) or inserted. */
export type Stretch = Readonly<{ own: boolean; length: number }>;

/** Inserted audio: its position in the recording, and its length. */
type Insert = Readonly<{ at: number; length: number }>;

export type Timeline = Readonly<{
  /** The time in the version for a time of the recording; at a cut, after the inserted audio. */
  shift(moment: number): number;
  /** The same for the end of something: at a cut, before the inserted audio. */
  shiftEnd(moment: number): number;
  /**
   * The same for the start of something, such as a chapter. A cut is made near its requested position: a start up to
   * `reach` ms before a cut moves behind it.
   */
  shiftStart(moment: number, reach: number): number;
  /** Duration of the whole version. */
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
