/** Tells edges to remove audio that not everyone may hear any more, and goes on where a stopped process was. */
import type { Config } from "../../../../config.ts";
import type { Deps } from "../../../../deps.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import { notify } from "../../../../platform/net/notify.ts";
import { waitAfter } from "./rules.ts";
import {
  deleteRemoval,
  deleteRemovals,
  listRenditions,
  noteProgress,
  type Removal,
  takeRemoval,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock" | "log">;
type Purge = NonNullable<Config["cdn"]["purge"]>;

/** Renditions after which progress is written down, and the removal is kept for another while. */
const BATCH = 20;
const HELD_MS = 600_000;
const REQUEST_MS = 15_000;
/** Nothing is stored at the edge: removed already, or what nginx gets from Longwave for audio that is gone. */
const NOTHING_THERE = [404, 410];

/** Carries out all removals that are due. Without `CDN_PURGE_URL` there is nothing to tell anybody. */
export async function purgeEdges(deps: Needs, signal: AbortSignal): Promise<void> {
  const { db, config, clock } = deps;
  const { purge } = config.cdn;
  if (purge === null) return deleteRemovals(db);
  while (!signal.aborted) {
    const now = clock();
    const removal = await takeRemoval(db, now, heldFrom(now));
    if (removal === undefined) return;
    if (!removal.open) await removeAll(deps, purge, removal, signal);
    else await deleteRemoval(db, removal);
  }
}

const heldFrom = (now: Date): Date => new Date(now.getTime() + HELD_MS);

async function removeAll(
  deps: Needs,
  purge: Purge,
  removal: Removal,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = deps;
  const { episode_id } = removal;
  let after = removal.done_to;
  try {
    while (!signal.aborted) {
      const renditions = await listRenditions(db, episode_id, after, BATCH);
      for (const digest of renditions) {
        await requestRemoval(deps.config, purge, digest.toString("hex"));
        after = digest;
      }
      if (renditions.length < BATCH || after === null) return await deleteRemoval(db, removal);
      const due_at = heldFrom(clock());
      await noteProgress(db, removal, { done_to: after, failures: 0, due_at });
    }
  } catch (error) {
    const failures = removal.failures + 1;
    const due_at = new Date(clock().getTime() + waitAfter(failures));
    await noteProgress(db, removal, { ...(after && { done_to: after }), failures, due_at });
    const { message } = error as Error;
    log.error(
      { episode_id, host: hostOf(purge.url), reason: message, failures },
      "an edge does not remove audio that was taken from the public; it is told again later",
    );
    return;
  }
  // The process stops: another one goes on at once.
  await noteProgress(db, removal, {
    ...(after && { done_to: after }),
    failures: 0,
    due_at: clock(),
  });
}

async function requestRemoval(
  { cdn }: Needs["config"],
  { method, url: template, header }: Purge,
  digest: string,
): Promise<void> {
  const url = template.replaceAll("{digest}", digest);
  // Only the edge itself gets its secret, not the API of whoever runs it.
  const isEdge = cdn.url !== null && url.startsWith(`${cdn.url}/`);
  const headers = {
    ...(header && { [header.name]: header.value }),
    ...(isEdge && cdn.secret !== null && { "x-longwave-edge": cdn.secret }),
  };
  await notify({ url, method, headers, alsoGood: NOTHING_THERE, maxMs: REQUEST_MS });
}
