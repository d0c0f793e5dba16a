/** Writing messages, deleting them, reporting their abuse, and what an operator makes of the reports. */
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { notFound } from "../../platform/failure.ts";
import { requireRevision } from "../../platform/http/caching.ts";
import type { IfMatch, Viewer } from "../../platform/http/route.ts";
import { findVisibleEpisode, requireEpisodeEditor } from "../episodes/rights.ts";
import { requireUnblocked } from "../follows/actions.ts";
import {
  closeReports,
  countOpenReports,
  findMessage,
  insertMessage,
  insertReport,
  lockMessage,
  type MessageRow,
  updateMessage,
} from "./store.ts";

type Place = { episode_id: number; message_id: number };

/** Writes a message under an episode the caller can see, unless its author has blocked them. */
export async function writeMessage(
  { db, clock }: Deps,
  viewer: Viewer,
  episode_id: number,
  { text, key }: { text: string; key?: string | undefined },
): Promise<MessageRow> {
  const episode = await findVisibleEpisode(db, viewer, episode_id, key);
  await requireUnblocked(db, viewer.user_id, episode.author_id);
  const { user_id: author_id, client_id } = viewer;
  const message_id = await insertMessage(db, {
    ...{ episode_id, author_id, client_id, text, created_at: clock() },
  });
  const row = await findMessage(db, message_id);
  if (row === undefined) throw notFound("message");
  return row;
}

/** Deletes a message: its writer may, and who may edit the episode. A message never changes: its id is its revision. */
export async function deleteMessage(
  { db, clock }: Deps,
  viewer: Viewer,
  { episode_id, message_id }: Place,
  ifMatch: IfMatch,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const message = await lockHere(transaction, { episode_id, message_id });
    if (message.author_id !== viewer.user_id) {
      const episode = await findVisibleEpisode(transaction, viewer, episode_id);
      // To those who cannot do anything about it, a hidden message is not there.
      if (!episode.editor && message.hidden_at !== null) throw notFound("message");
      await requireEpisodeEditor(transaction, viewer, episode_id);
    }
    requireRevision(ifMatch, message_id);
    await updateMessage(transaction, message_id, { deleted_at: clock() });
  });
}

/** Reports a message, once for each person; the report that makes it enough hides the message. */
export async function reportMessage(
  { db, clock, config }: Deps,
  viewer: Viewer,
  { episode_id, message_id }: Place,
  { reason, key }: { reason: string | null; key?: string | undefined },
): Promise<void> {
  await findVisibleEpisode(db, viewer, episode_id, key);
  await db.transaction().execute(async (transaction) => {
    const message = await lockHere(transaction, { episode_id, message_id });
    await insertReport(transaction, { message_id, user_id: viewer.user_id, reason });
    const enough =
      config.reportsToHide > 0 &&
      (await countOpenReports(transaction, message_id)) >= config.reportsToHide;
    if (enough && message.hidden_at === null)
      await updateMessage(transaction, message_id, { hidden_at: clock() });
  });
}

/** Ends the open reports of a message. Kept, everyone sees it again; removed, nobody ever does. */
export async function resolveReports(
  { db, clock }: Pick<Deps, "db" | "clock">,
  message_id: number,
  decision: "keep" | "remove",
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if ((await lockMessage(transaction, message_id)) === undefined) throw notFound("message");
    await closeReports(transaction, message_id, clock());
    await updateMessage(
      transaction,
      message_id,
      decision === "keep" ? { hidden_at: null } : { deleted_at: clock() },
    );
  });
}

async function lockHere(db: Executor, { episode_id, message_id }: Place) {
  const message = await lockMessage(db, message_id);
  if (message?.episode_id !== episode_id) throw notFound("message");
  return message;
}
