/** Background work of imports: the import itself, and the cover that a feed names. */
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "../../deps.ts";
import { Failure } from "../../platform/failure.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import { waitForDisk } from "../../platform/jobs/waiting.ts";
import { FetchError, fetchFile } from "../../platform/net/fetch.ts";
import { isDiskFull, quotaFailureOf } from "../../platform/storage/full.ts";
import { imageField, keepPicture, readPicture } from "../images/actions.ts";
import { findShow, updateShow } from "../shows/store.ts";
import { runImport } from "./actions.ts";
import { coverJob, importJob } from "./queue.ts";
import { findCoverAddress } from "./store.ts";

/** `allowPrivate`: feeds over HTTP may lie on private addresses too. */
export const importJobs = (deps: Deps, { allowPrivate = false } = {}): Job[] => [
  job(
    importJob,
    waitForDisk(
      deps,
      importJob,
      () => undefined,
      ({ import_id }, { last }) => runImport(deps, import_id, { last, allowPrivate }),
    ),
  ),
  job(
    coverJob,
    waitForDisk(
      deps,
      coverJob,
      ({ show_id }) => `cover-${show_id}`,
      ({ show_id, allow_private }, { last }) =>
        fetchCover(deps, show_id, { last, allowPrivate: allow_private || allowPrivate }),
    ),
  ),
];

const COVER_MS = 60_000;

/** A picture that is not fit, or never comes, is left out: the show has none then. */
async function fetchCover(
  { db, media, log }: Deps,
  show_id: number,
  { last, allowPrivate }: { last: boolean; allowPrivate: boolean },
): Promise<void> {
  const address = await findCoverAddress(db, show_id);
  if (address === null) return;
  const folder = await mkdtemp(path.join(media.tmpDir, "cover-"));
  try {
    const file = path.join(folder, "cover");
    const { maxBytes } = imageField;
    const bytes = await fetchFile(address, file, { maxBytes, maxMs: COVER_MS, allowPrivate });
    const picture = await readPicture({ path: file, bytes, filename: "cover" }, undefined);
    await db.transaction().execute(async (transaction) => {
      // Meanwhile the feed may have named another one, which a job of its own fetches.
      if ((await findCoverAddress(transaction, show_id)) !== address) return;
      const show = await findShow(transaction, show_id);
      if (show === undefined) return;
      await updateShow(transaction, show_id, {
        image_id: await keepPicture(transaction, media, picture, show.author_id),
      });
    });
  } catch (error) {
    if (isDiskFull(error) || (error instanceof FetchError && !last)) throw error;
    const reason = quotaFailureOf(error) ?? error;
    if (!(reason instanceof FetchError || reason instanceof Failure)) throw error;
    log.warn({ show_id, reason: reason.message }, "the cover of an imported show was left out");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
