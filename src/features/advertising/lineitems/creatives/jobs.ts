/** Background jobs that make the audio of creatives: bare frames for splicing, once per delivery profile. */
import { PROFILES } from "../../../../platform/audio/profiles.ts";
import type { Job } from "../../../../platform/jobs/job.ts";
import { ingestJobs } from "../../../publishing/ingest/jobs.ts";
import type { IngestDeps, IngestTarget } from "../../../publishing/ingest/schema.ts";
import { attachCreative } from "./attaching.ts";
import { type CreativeId, creativeQueue } from "./queue.ts";
import { endCreative, isUnfinished, listUnfinished, takeUpCreative } from "./store.ts";

/** The maximum duration of an ad. */
const MOST_SECONDS = 120;

const targetOf = (profiles: readonly string[]): IngestTarget<CreativeId> => ({
  ...creativeQueue,
  mediaKind: "ads",
  endLostJob: "end-broken-creatives",
  async takeUp(db, { creative_id }) {
    const upload = await takeUpCreative(db, creative_id);
    const options = { normalise: true, maxSeconds: MOST_SECONDS };
    return upload && { ...upload, source: null, profiles, options };
  },
  noteProgress: (db, { creative_id }) => isUnfinished(db, creative_id),
  attach: attachCreative,
  fail: async (db, { creative_id }, error) =>
    (await endCreative(db, creative_id, { status: "ERROR", error })) !== undefined,
  listUnfinished: (db, after, limit) => listUnfinished(db, after?.creative_id ?? 0, limit),
});

/** `profiles`: names of the delivery profiles that creatives are encoded to. */
export const creativeJobs = (
  deps: IngestDeps,
  { profiles = Object.keys(PROFILES) }: { profiles?: readonly string[] } = {},
): Job[] => ingestJobs(deps, targetOf(profiles));
