/** Shows another part of the image that a show already has. */
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { userOwner } from "../../../../platform/jobs/job.ts";
import { makeWorkFolder } from "../../../../platform/media/workfolder.ts";
import { findImage } from "../../../publishing/images/store.ts";
import { changeShow, type ShowEditing } from "../../../publishing/shows/actions.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import { cropText } from "./rules.ts";
import type { Crop } from "./schema.ts";

/** Cuts the cover out of the stored original, as if it had been uploaded again. */
export async function cropCover(
  deps: Deps & ShowEditing,
  caller: Caller,
  show: ShowRow,
  crop: Crop,
) {
  const stored = show.image_id === null ? undefined : await findImage(deps.db, show.image_id);
  if (stored === undefined) throw invalid({ image_file: "is required" });
  await using folder = await makeWorkFolder(deps.media.tmpDir, "cover");
  const file = path.join(folder.path, "original");
  await pipeline(await deps.media.read(stored.original_key), createWriteStream(file));
  const image_file = {
    path: file,
    bytes: (await stat(file)).size,
    filename: "cover",
    sender: userOwner(caller.user_id),
  };
  const params = { image_crop: cropText(crop) };
  await changeShow(deps, caller, show.show_id, params, { image_file }, null);
}
