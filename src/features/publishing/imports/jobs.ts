/** Background jobs of imports: the import itself, and fetching the cover that a feed names. */
import path from "node:path";
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { type Job, job, userOwner } from "../../../platform/jobs/job.ts";
import { waitForDisk } from "../../../platform/jobs/waiting.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import { FetchError, fetchFile } from "../../../platform/net/fetch.ts";
import { isDiskFull, quotaFailureOf } from "../../../platform/storage/full.ts";
import { imageField, renderImage, storeImage, unusedImageMessage } from "../images/actions.ts";
import { findShow, updateShow } from "../shows/store.ts";
import { runImport } from "./actions.ts";
import { coverJob, importJob, queueCover, queueImport } from "./queue.ts";
import { findCoverAddress, findOwner } from "./store.ts";

/** `allowPrivate` lets feeds be fetched from private addresses. */
export const importJobs = (deps: Deps, { allowPrivate = false } = {}): Job[] => [
  job(
    importJob,
    waitForDisk(
      deps,
      ({ import_id }, runAt) => queueImport(deps.db, import_id, runAt),
      ({ import_id }, attempt) => runImport(deps, import_id, { ...attempt, allowPrivate }),
    ),
  ),
  job(
    coverJob,
    waitForDisk(
      deps,
      (cover, runAt) => queueCover(deps.db, cover, runAt),
      ({ show_id, allow_private }, { last }) =>
        fetchCover(deps, show_id, { last, allowPrivate: allow_private || allowPrivate }),
    ),
  ),
];

const COVER_MS = 60_000;

/** If the image is unsuitable or cannot be fetched, the show has no cover. */
async function fetchCover(
  { db, config, media, gates, log }: Deps,
  show_id: number,
  { last, allowPrivate }: { last: boolean; allowPrivate: boolean },
): Promise<void> {
  const address = await findCoverAddress(db, show_id);
  if (address === null) return;
  await using folder = await makeWorkFolder(media.tmpDir, "cover");
  try {
    const file = path.join(folder.path, "cover");
    const { maxBytes } = imageField;
    const bytes = await fetchFile(address, file, {
      maxBytes,
      maxMs: COVER_MS,
      allowPrivate: allowPrivate || config.outboundPrivate,
    });
    const sender = userOwner(await findOwner(db, show_id));
    const picture = await renderImage(
      gates,
      { path: file, bytes, filename: "cover", sender },
      undefined,
    );
    await db.transaction().execute(async (transaction) => {
      // The feed may have named another cover in the meantime, which a job of its own fetches.
      if ((await findCoverAddress(transaction, show_id)) !== address) return;
      const show = await findShow(transaction, show_id);
      if (show === undefined) return;
      await updateShow(transaction, show_id, {
        image_id: await storeImage(transaction, media, picture, show.author_id),
        image_error: null,
      });
    });
  } catch (error) {
    if (isDiskFull(error) || (error instanceof FetchError && !last)) throw error;
    const reason = quotaFailureOf(error) ?? error;
    if (!(reason instanceof FetchError || reason instanceof Failure)) throw error;
    log.warn({ show_id, reason: reason.message }, "the cover of an imported show was left out");
    await updateShow(db, show_id, { image_error: problemOfCover(reason) });
  }
}

const COVER = "The cover in the feed";

const problemOfCover = (error: FetchError | Failure): string =>
  error instanceof Failure
    ? unusedImageMessage(COVER, error)
    : `${COVER} was not used: ${error.message}.`;
