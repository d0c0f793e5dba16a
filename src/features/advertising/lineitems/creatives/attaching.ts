/** Attaches the results of an encoding to its creative, which then replaces those that it was uploaded for. */
import type { Deps } from "../../../../deps.ts";
import type { EncodedAudio } from "../../../publishing/ingest/schema.ts";
import { keepStaged } from "../../../publishing/media/actions.ts";
import { lockLineitem, updateLineitem } from "../store.ts";
import type { CreativeId } from "./queue.ts";
import { queueMeasurement } from "./sound/queue.ts";
import { deleteCreatives, endCreative, findLineitemOf, insertCreativeFiles } from "./store.ts";

/** Makes the creative READY, with a file for each delivery profile, unless it has been deleted. */
export async function attachCreative(
  { db, media, clock }: Pick<Deps, "db" | "media" | "clock">,
  { creative_id }: CreativeId,
  encoded: readonly EncodedAudio[],
): Promise<void> {
  const files = encoded.map(({ profile, audio: { bytes, frames }, staged: { key } }) => {
    return { creative_id, profile, media_key: key, bytes, frames };
  });
  const duration = encoded[0]?.audio.duration_ms ?? 0;
  await db.transaction().execute(async (transaction) => {
    const { lineitem_id, team_id } = await findLineitemOf(transaction, creative_id);
    // Lock the line item before the creatives, as every other write does, to avoid deadlocks.
    await lockLineitem(transaction, lineitem_id);
    const end = { status: "READY", error: null, duration } as const;
    const replaces = await endCreative(transaction, creative_id, end);
    if (replaces === undefined) return;
    await deleteCreatives(transaction, replaces, clock());
    const staged = encoded.map((one) => one.staged);
    await keepStaged(transaction, media, staged);
    await insertCreativeFiles(transaction, files);
    await updateLineitem(transaction, lineitem_id, {});
    await queueMeasurement(transaction, { creative_id }, team_id);
  });
}
