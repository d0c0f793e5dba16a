/** Messages that listeners leave under episodes. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import {
  type Access,
  anyone,
  atRevision,
  nothing,
  route,
  viewer,
} from "../../platform/http/route.ts";
import { findVisibleEpisode } from "../episodes/rights.ts";
import { keyParam } from "../episodes/schema.ts";
import { deleteMessage, reportMessage, writeMessage } from "./actions.ts";
import { message, messageParams, reportParams } from "./schema.ts";
import { listMessages, wasMessage } from "./store.ts";
import { messageView } from "./views.ts";

const tag = "Messages";
const ofEpisode = z.object({ episode_id: id() });
const ofMessage = z.object({ episode_id: id(), message_id: id() });
const writerOrEditor: Access<true> = {
  signedIn: true,
  who: "the writer of the message, and who may edit the episode",
};

export const messageRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id/messages",
    tag,
    summary: "Messages under an episode, newest first",
    access: anyone,
    params: ofEpisode,
    query: z.object({ key: keyParam, ...lastIdPaging() }),
    response: pageOf(message),
    async handle(call) {
      const { limit, last_id, key } = call.query;
      const { episode_id } = call.params;
      await findVisibleEpisode(deps.db, call.viewer, episode_id, key);
      if (last_id !== undefined && !(await wasMessage(deps.db, episode_id, last_id)))
        throw invalid({ last_id: "is not an item of this list" });
      const rows = await listMessages(deps.db, { episode_id, last_id, limit });
      return lastIdPage(
        call,
        rows,
        (row) => row.message_id,
        (row) => messageView(row, call.baseUrl),
      );
    },
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/episodes/:episode_id/messages",
    tag,
    summary: "Write a message",
    access: viewer,
    params: ofEpisode,
    body: z.object({ ...messageParams, key: keyParam }),
    response: z.object({ message }),
    async handle({ params, body, viewer: writer, baseUrl }) {
      const row = await writeMessage(deps, writer, params.episode_id, body);
      return atRevision({ message: messageView(row, baseUrl) }, row.message_id);
    },
  }),
  route({
    method: "DELETE",
    path: "/v2/episodes/:episode_id/messages/:message_id",
    tag,
    summary: "Delete a message",
    access: writerOrEditor,
    params: ofMessage,
    response: nothing,
    async handle(call) {
      await deleteMessage(deps, call.viewer, call.params, call.ifMatch);
      return [];
    },
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/episodes/:episode_id/messages/:message_id/report-abuse",
    tag,
    summary: "Report a message to the operator",
    description: "Counts once; again changes nothing. Enough reports hide a message until review.",
    access: viewer,
    params: ofMessage,
    body: z.object({ ...reportParams, key: keyParam }),
    response: nothing,
    async handle({ params, body: { reason = null, key }, viewer: reporter }) {
      await reportMessage(deps, reporter, params, { reason, key });
      return [];
    },
  }),
];
