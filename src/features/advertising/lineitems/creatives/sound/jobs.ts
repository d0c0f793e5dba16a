/** The background job that measures the sound of creatives. */
import { searchFfmpegOnce } from "../../../../../platform/audio/ffmpeg.ts";
import { type Job, job } from "../../../../../platform/jobs/job.ts";
import { waitForDisk } from "../../../../../platform/jobs/waiting.ts";
import type { IngestDeps } from "../../../../publishing/ingest/schema.ts";
import { findLineitemOf } from "../store.ts";
import { measureCreative } from "./actions.ts";
import { measureJob, queueMeasurement } from "./queue.ts";

export function soundJobs(deps: IngestDeps): Job[] {
  const ffmpeg = searchFfmpegOnce(deps.config.ffmpegPath, deps.log);
  return [
    job(
      measureJob,
      waitForDisk(
        deps,
        async (payload, runAt) => {
          const { team_id } = await findLineitemOf(deps.db, payload.creative_id);
          await queueMeasurement(deps.db, payload, team_id, runAt);
        },
        (payload, { signal }) => measureCreative({ ...deps, ffmpeg }, payload, signal),
      ),
    ),
  ];
}
