/** The gates of a process: how much costly work runs at the same time, whatever requests or jobs ask for it. */
import { createGate, type Gate } from "./platform/gate.ts";
import { createPictureGate, type PictureGate } from "./platform/media/picture.ts";

export type Gates = Readonly<{
  /** Long texts to sanitise, each in a worker thread. */
  texts: Gate;
  /** Images to read, each in a process of its own. Their senders take turns. */
  pictures: PictureGate;
  /** Uploaded audio to store: reading and hashing 300 MB takes a quarter of a second of the process's only thread. */
  uploads: Gate;
  /** Feeds to parse, each import's in a thread of its own. */
  feeds: Gate;
  /** Reports of third parties to compare: parsing one of 20 MB takes a second of the process's only thread. */
  reports: Gate;
}>;

/** Opens the gates of one process. */
export const openGates = (): Gates => ({
  texts: createGate(2, 20),
  pictures: createPictureGate(),
  uploads: createGate(1, Number.POSITIVE_INFINITY),
  feeds: createGate(2, Number.POSITIVE_INFINITY),
  reports: createGate(1, 10),
});
