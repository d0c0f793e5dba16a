/** Gives images that older versions stored what pages show of them: a size between two others, and their colour. */
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../deps.ts";
import { renderPicture, UnusablePicture } from "../../../platform/media/picture.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import { keepFiles } from "../media/actions.ts";
import { listUncovered, storeCover } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "gates">;
type Uncovered = Awaited<ReturnType<typeof listUncovered>>[number];

/** Images of one run, some minutes of work; the next run goes on after them. */
const MOST = 500;

/** Fills in one image after the other; what is done is stored, whenever it ends. */
export async function fillCovers(needs: Needs, signal: AbortSignal): Promise<void> {
  for (const image of await listUncovered(needs.db, MOST)) {
    if (signal.aborted) return;
    await fillCover(needs, image);
  }
}

/** Draws it from the image's largest square, because what part of the original that shows is not known. */
async function fillCover({ db, media, gates }: Needs, { image_id, feed_key }: Uncovered) {
  await using folder = await makeWorkFolder(media.tmpDir, "cover");
  const file = path.join(folder.path, "feed");
  const cover = path.join(folder.path, "cover");
  try {
    await pipeline(await media.read(feed_key), createWriteStream(file));
    const { tint } = await renderPicture(gates.pictures, {
      sender: "older-images",
      file,
      choose: () => null,
      upright: path.join(folder.path, "upright"),
      squares: [{ file: cover, side: 600 }],
    });
    const { size: bytes } = await stat(cover);
    await db.transaction().execute(async (transaction) => {
      const { cover_key } = await keepFiles(transaction, media, {
        cover_key: { path: cover, kind: "images", extension: "jpg" },
      });
      await storeCover(transaction, { image_id, cover_key, tint, bytes });
    });
  } catch (error) {
    if (!(error instanceof UnusablePicture || error instanceof MissingFile)) throw error;
    // It keeps what it has, and is not tried again.
    await storeCover(db, { image_id, cover_key: feed_key, tint: null, bytes: 0 });
  }
}
