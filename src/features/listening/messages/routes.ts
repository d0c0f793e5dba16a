/** Routes for messages that listeners leave under episodes. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import {
  type Access,
  anyone,
  atRevision,
  editorOf,
  nothing,
  route,
  signedIn,
} from "../../../platform/http/route.ts";
import { requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import { keyParam } from "../../publishing/episodes/schema.ts";
import { deleteMessage, reportMessage, settleMessage, writeMessage } from "./actions.ts";
import { message, messageParams, replyParams, reportParams } from "./schema.ts";
import { listMessages, wasMessage } from "./store.ts";
import { messageView } from "./views.ts";

const tag = "Messages";
const ofEpisode = z.object({ episode_id: id() });
const ofMessage = z.object({ episode_id: id(), message_id: id() });
const writerOrEditor: Access<true> = {
  signedIn: true,
  who: "the author of the message, and those who can edit the episode",
};

export const messageRoutes = [
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id/messages",
    tag,
    operationId: "listEpisodeMessages",
    summary: "List an episode's messages",
    description: "Newest first.",
    access: anyone,
    params: ofEpisode,
    query: z.object({ key: keyParam, ...lastIdPaging() }),
    response: pageOf(message),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { limit, last_id, key } = call.query;
      const { episode_id } = call.params;
      await requireVisibleEpisode(deps.db, call.caller, episode_id, key);
      if (last_id !== undefined && !(await wasMessage(deps.db, episode_id, last_id)))
        throw invalid({ last_id: "must be the id of an item in this list" });
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
    operationId: "createEpisodeMessage",
    summary: "Write a message about an episode",
    access: signedIn,
    params: ofEpisode,
    body: z.object({ ...messageParams, ...replyParams, key: keyParam }),
    response: z.object({ message }),
    async handle({ params, body, caller: writer, baseUrl }, deps: Deps) {
      const row = await writeMessage(deps, writer, params.episode_id, body);
      return atRevision({ message: messageView(row, baseUrl) }, row.message_id);
    },
  }),
  route({
    method: "DELETE",
    path: "/v2/episodes/:episode_id/messages/:message_id",
    tag,
    operationId: "deleteEpisodeMessage",
    summary: "Delete a message",
    access: writerOrEditor,
    params: ofMessage,
    response: nothing,
    async handle(call, deps: Deps) {
      await deleteMessage(deps, call.caller, call.params, call.ifMatch);
      return [];
    },
  }),
  route({
    method: "PUT",
    path: "/v2/episodes/:episode_id/messages/:message_id/settled",
    tag,
    operationId: "settleEpisodeMessage",
    summary: "Say that a message needs no answer",
    description: "It no longer waits among the unanswered messages of the studio, for any editor.",
    access: editorOf("episode"),
    params: ofMessage,
    response: nothing,
    async handle({ params, caller }, deps: Deps) {
      await settleMessage(deps, caller, params, true);
      return [];
    },
  }),
  route({
    method: "DELETE",
    path: "/v2/episodes/:episode_id/messages/:message_id/settled",
    tag,
    operationId: "unsettleEpisodeMessage",
    summary: "Say that a message needs an answer after all",
    access: editorOf("episode"),
    params: ofMessage,
    response: nothing,
    async handle({ params, caller }, deps: Deps) {
      await settleMessage(deps, caller, params, false);
      return [];
    },
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/episodes/:episode_id/messages/:message_id/report-abuse",
    tag,
    operationId: "reportEpisodeMessage",
    summary: "Report a message to the operator",
    description:
      "Idempotent: each user's report counts once. After enough reports, the message is hidden until it is reviewed.",
    access: signedIn,
    params: ofMessage,
    body: z.object({ ...reportParams, key: keyParam }),
    response: nothing,
    async handle({ params, body: { reason = null, key }, caller: reporter }, deps: Deps) {
      await reportMessage(deps, reporter, params, { reason, key });
      return [];
    },
  }),
];
