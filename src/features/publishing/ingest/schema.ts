/** The interface between ingest and the records that it makes audio for: episodes and creatives. */
import type { Deps } from "../../../deps.ts";
import type { Work as AudioWork, Processed } from "../../../platform/audio/process.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { OwnedJobName, Owner } from "../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { StagedFile } from "../media/actions.ts";

/** What every step needs. */
export type IngestDeps = Pick<
  Deps,
  "db" | "media" | "disk" | "clock" | "log" | "config" | "measures"
>;

/** The columns that refer to an upload in the media store. */
export type Upload = Readonly<{ upload_key: MediaKey; upload_bytes: number }>;

/** How the steps of an ingest are queued. `P`: the payload of their jobs, which names the record and the upload. */
export type IngestQueue<P> = Readonly<{
  encodeJob: OwnedJobName<P>;
  /** One key per record: only one of its steps waits at a time, and a newer one replaces it. */
  keyOf(payload: P): string;
  /** Whose turn the jobs take. */
  findOwner(db: Executor, payload: P): Promise<Owner>;
}>;

/** What to make of an upload. */
export type IngestWork = Readonly<{
  /** null: no longer there, or not fetched yet. */
  upload_key: MediaKey | null;
  /** Where the upload is fetched from; the file counts against the quota of `payer_id`. */
  source: Readonly<{ url: string; payer_id: number; allowPrivate: boolean }> | null;
  /** Names of the delivery profiles. */
  profiles: readonly string[];
  options: Pick<AudioWork, "normalise" | "maxSeconds">;
}>;

/** An upload encoded to one delivery profile. Local files are deleted when the attempt ends. */
export type EncodedAudio = Readonly<{ profile: string; audio: Processed; staged: StagedFile }>;

/**
 * A kind of record that audio is made for. Work is superseded when its record was deleted or got a newer upload: its
 * results must then change nothing.
 */
export type IngestTarget<P> = IngestQueue<P> &
  Readonly<{
    /** For targets whose audio may be fetched from a URL. */
    fetching?: Readonly<{
      job: OwnedJobName<P>;
      /** Refers to the fetched file. Returns false if the work has been superseded. */
      noteFetched(db: Executor, payload: P, upload: Upload): Promise<boolean>;
    }>;
    /** The kind of the encoded files in the media store. */
    mediaKind: "audio" | "ads";
    /** Name of the periodic job that ends work whose job is gone. */
    endLostJob: string;
    /** Marks the work as started and returns it; undefined if it has been superseded. */
    takeUp(db: Executor, payload: P): Promise<IngestWork | undefined>;
    /** Stores the progress, 0 to 99, if the record shows it. Returns false if the work has been superseded. */
    noteProgress(db: Executor, payload: P, percent: number): Promise<boolean>;
    /** Makes the record play the results, in the order of `IngestWork.profiles`. */
    attach(
      deps: Pick<IngestDeps, "db" | "media" | "clock">,
      payload: P,
      encoded: readonly EncodedAudio[],
    ): Promise<void>;
    /** Ends the work with a reason for the user. Returns false if it has been superseded. */
    fail(db: Executor, payload: P, reason: string): Promise<boolean>;
    /** All work that has not ended, in a fixed order, from the one after `after`. */
    listUnfinished(db: Executor, after: P | undefined, limit: number): Promise<P[]>;
  }>;
