/** The page of the messages below all episodes of a show, and its acts. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { notFound } from "../../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../../platform/http/formpage.ts";
import { callerOf, page } from "../../../../platform/http/pages.ts";
import { deleteMessage, reportMessage, writeMessage } from "../../../listening/messages/actions.ts";
import { listShowMessages } from "../../../listening/messages/store.ts";
import { messageView } from "../../../listening/messages/views.ts";
import { findEpisode } from "../../../publishing/episodes/store.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../../frame/layout.ts";
import { timezoneOf } from "../../range/zones.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { messagesQuery, ofMessage, replyForm, reportForm } from "./schema.ts";
import { messagesView } from "./views.ts";
import { messagesWords } from "./words.ts";

const PAGE = 30;
const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

type Place = Readonly<{ show_id: number; query?: z.infer<typeof messagesQuery> }>;

async function showMessages(
  call: StudioCall,
  deps: Deps,
  { show_id, query = {} }: Place,
  refusal: Refusal,
) {
  const { show } = await findOwnShow(deps, call, show_id);
  const words = messagesWords(call.locale);
  const isReported = query.only === "reported";
  const before = query.before ?? null;
  const rows = await listShowMessages(deps.db, { show_id, before, isReported, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1)?.message_id;
  const only = isReported ? "&only=reported" : "";
  const body = messagesView(
    {
      csrf: call.csrf,
      words,
      show_id,
      timezone: timezoneOf(call.session),
      isReported,
      older: rows.length > PAGE ? showPath(show_id, `/messages?before=${last}${only}`) : null,
      messages: shown.map((row) => ({
        ...messageView(row, call.baseUrl),
        created_at: row.created_at,
        episode_title: row.episode_title,
        isTeam: row.author_id === row.episode_author_id || row.author_id === call.session.user_id,
        isHidden: row.hidden_at !== null,
        reports_count: row.reports_count,
      })),
    },
    problemsOf(words.lang, refusal),
  );
  return showLayout(call, deps, show, {
    title: words.page,
    body,
    done: { replied: words.replied, reported: words.was_reported, deleted: words.deleted },
  });
}

/** Fails with 404 unless the person may edit the show and the episode belongs to it. */
async function requireOfShow(
  call: StudioCall,
  deps: Deps,
  { show_id, episode_id }: z.infer<typeof ofMessage>,
) {
  await findOwnShow(deps, call, show_id);
  const episode = await findEpisode(deps.db, episode_id);
  if (episode?.show_id !== show_id) throw notFound("message");
}

const shared = { access: "signed-in", params: ofMessage, look: STUDIO_LOOK } as const;
const backTo = ({ show_id }: { show_id: number }) => showPath(show_id, "/messages");

export const messagesPages = [
  page({
    ...shared,
    method: "GET",
    path: "/studio/shows/:show_id/messages",
    summary: "List what listeners write about a show",
    params: showId,
    query: messagesQuery,
    handle: (call, deps: Deps) =>
      showMessages(call, deps, { show_id: call.params.show_id, query: call.query }, FIRST_TIME),
  }),
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/reply",
    summary: "Reply to a message",
    body: replyForm,
    show: (call, refusal, deps: Deps) => showMessages(call, deps, call.params, refusal),
    async submit(call, { text }, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      await writeMessage(deps, callerOf(call.session), call.params.episode_id, { text });
      return doneAt(backTo(call.params), "replied");
    },
  }),
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/report",
    summary: "Report a message to the operator",
    body: reportForm,
    show: (call, refusal, deps: Deps) => showMessages(call, deps, call.params, refusal),
    async submit(call, { reason = null }, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      await reportMessage(deps, callerOf(call.session), call.params, { reason });
      return doneAt(backTo(call.params), "reported");
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/delete",
    summary: "Delete a message",
    body: z.object({}),
    async handle(call, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      await deleteMessage(deps, callerOf(call.session), call.params, null);
      return doneAt(backTo(call.params), "deleted");
    },
  }),
];
