/** Writes, deletes and reports messages. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { requireUnblocked } from "../../people/follows/rights.ts";
import { requireEditableEpisode, requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import {
  countOpenReports,
  findMessage,
  insertMessage,
  insertReport,
  lockMessage,
  type MessageRow,
  updateMessage,
} from "./store.ts";

type Place = { episode_id: number; message_id: number };

type NewMessage = {
  text: string;
  key?: string | undefined;
  reply_to_id?: number | null | undefined;
};

/** Writes a message under an episode that the caller can see, unless its author has blocked them. */
export async function writeMessage(
  { db, clock }: Deps,
  caller: Caller,
  episode_id: number,
  { text, key, reply_to_id = null }: NewMessage,
): Promise<MessageRow> {
  const { episode } = await requireVisibleEpisode(db, caller, episode_id, key);
  await requireUnblocked(db, caller.user_id, episode.author_id);
  if (reply_to_id !== null && (await findMessage(db, reply_to_id))?.episode_id !== episode_id)
    throw invalid({ reply_to_id: "must be the id of a message below this episode" });
  const { user_id: author_id, client_id } = caller;
  const message_id = await insertMessage(db, {
    episode_id,
    author_id,
    client_id,
    text,
    reply_to_id,
    created_at: clock(),
  });
  const row = await findMessage(db, message_id);
  if (row === undefined) throw notFound("message");
  return row;
}

/**
 * Deletes a message; allowed for its author and for editors of the episode. A message never changes, so its id is its
 * revision.
 */
export async function deleteMessage(
  { db, clock }: Deps,
  caller: Caller,
  { episode_id, message_id }: Place,
  ifMatch: IfMatch,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const message = await lockHere(transaction, { episode_id, message_id });
    if (message.author_id !== caller.user_id) {
      const { role } = await requireVisibleEpisode(transaction, caller, episode_id);
      // A hidden message does not exist for callers who cannot act on it.
      if (role === null && message.hidden_at !== null) throw notFound("message");
      await requireEditableEpisode(transaction, caller, episode_id);
    }
    requireRevision(ifMatch, message_id);
    await updateMessage(transaction, message_id, { deleted_at: clock() });
  });
}

/** Says for all editors of the episode whether a message needs no answer: it then waits in no list. */
export async function settleMessage(
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
  place: Place,
  isSettled: boolean,
): Promise<void> {
  await requireEditableEpisode(db, caller, place.episode_id);
  await db.transaction().execute(async (transaction) => {
    const { message_id, settled_at } = await lockHere(transaction, place);
    if ((settled_at !== null) === isSettled) return;
    await updateMessage(transaction, message_id, { settled_at: isSettled ? clock() : null });
  });
}

/** Reports a message, once per user; hides it when there are enough reports. */
export async function reportMessage(
  { db, clock, config }: Deps,
  caller: Caller,
  { episode_id, message_id }: Place,
  { reason, key }: { reason: string | null; key?: string | undefined },
): Promise<void> {
  await requireVisibleEpisode(db, caller, episode_id, key);
  await db.transaction().execute(async (transaction) => {
    const message = await lockHere(transaction, { episode_id, message_id });
    await insertReport(transaction, { message_id, user_id: caller.user_id, reason });
    const enough =
      config.reportsToHide > 0 &&
      (await countOpenReports(transaction, message_id)) >= config.reportsToHide;
    if (enough && message.hidden_at === null)
      await updateMessage(transaction, message_id, { hidden_at: clock() });
  });
}

async function lockHere(db: Executor, { episode_id, message_id }: Place) {
  const message = await lockMessage(db, message_id);
  if (message?.episode_id !== episode_id) throw notFound("message");
  return message;
}
