/** The pages of the messages below the episodes of one show, and of all shows of a person, and their acts. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import {
  deleteMessage,
  reportMessage,
  settleMessage,
  writeMessage,
} from "../../listening/messages/actions.ts";
import {
  countReported,
  countUnanswered,
  listShowsMessages,
  type MessagesCount,
} from "../../listening/messages/store.ts";
import { messageView } from "../../listening/messages/views.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall, studioLayout } from "../frame/layout.ts";
import { showId } from "../oneshow/schema.ts";
import { findOwnShow, showLayout } from "../oneshow/showlayout.ts";
import { timezoneOf } from "../range/zones.ts";
import { listPath, messageAnchor } from "./rules.ts";
import {
  deleteForm,
  messagesQuery,
  type Only,
  ofMessage,
  replyForm,
  reportForm,
  settledForm,
} from "./schema.ts";
import { messagesView } from "./views.ts";
import { messagesWords } from "./words.ts";

const PAGE = 30;
const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

/** `show_id` is null for all shows of the person. */
type Place = Readonly<{ show_id: number | null; query?: Partial<z.infer<typeof messagesQuery>> }>;

async function messagesOf(
  call: StudioCall,
  { db }: Pick<Deps, "db">,
  { show_id, query = {} }: Place,
  refusal: Refusal,
) {
  const words = messagesWords(call.locale);
  const [only, before, q] = [query.only ?? null, query.before ?? null, query.q?.trim() ?? ""];
  const { user_id } = call.session;
  const show_ids =
    show_id === null
      ? (await listEditableShows(db, user_id)).map((show) => show.show_id)
      : [show_id];
  const [rows, unanswered, reported] = await Promise.all([
    listShowsMessages(db, { show_ids, before, only, q, user_id, limit: PAGE }),
    countUnanswered(db, { show_ids, user_id }),
    countReported(db, { show_ids }),
  ]);
  const shown = rows.slice(0, PAGE);
  const older = rows.length > PAGE ? (shown.at(-1)?.message_id ?? null) : null;
  const messages = shown.map((row) => ({
    ...messageView(row, call.baseUrl),
    created_at: row.created_at,
    show_id: row.show_id,
    show_title: row.show_title,
    episode_title: row.episode_title,
    isTeam: row.author_id === row.episode_author_id || row.author_id === user_id,
    isHidden: row.hidden_at !== null,
    isSettled: row.settled_at !== null,
    isUnanswered: row.is_unanswered,
    reports_count: row.reports_count,
  }));
  const place = {
    csrf: call.csrf,
    words,
    show_id,
    only,
    q,
    older,
    timezone: timezoneOf(call.session),
    counts: { unanswered: sumOf(unanswered), reported: sumOf(reported) },
  };
  return messagesView({ ...place, messages }, problemsOf(words.lang, refusal));
}

const sumOf = (shows: readonly MessagesCount[]): number => shows.reduce((sum, { n }) => sum + n, 0);

async function showMessages(
  call: StudioCall,
  deps: Deps,
  { show_id, query }: { show_id: number; query?: z.infer<typeof messagesQuery> },
  refusal: Refusal,
) {
  const { show } = await findOwnShow(deps, call, show_id);
  const body = await messagesOf(call, deps, { show_id, ...(query && { query }) }, refusal);
  return showLayout(call, deps, show, { ...pageOf(call), body });
}

function pageOf({ locale }: StudioCall) {
  const words = messagesWords(locale);
  const { page, replied, was_reported, was_settled: settled, unsettled, deleted } = words;
  return { title: page, done: { replied, reported: was_reported, settled, unsettled, deleted } };
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

type From = Readonly<{
  of?: "all" | undefined;
  only?: Only | undefined;
  q?: string;
  next?: number | undefined;
}>;
type Here = Readonly<{ show_id: number; message_id: number }>;

/** The list that the form was in, at the message, or at the one below it if the message has left the list. */
function backTo({ show_id, message_id }: Here, from: From, done: string, stays: boolean) {
  const { of, only = null, q = "", next } = from;
  const path = listPath({ show_id: of === "all" ? null : show_id, only, q });
  const shown = stays ? message_id : next;
  return doneAt(path, done, shown === undefined ? null : messageAnchor(shown));
}

const shared = { access: "signed-in", params: ofMessage, look: STUDIO_LOOK } as const;

export const messagesPages = [
  page({
    method: "GET",
    path: "/studio/messages",
    summary: "List what listeners write about your shows",
    access: "signed-in",
    look: STUDIO_LOOK,
    query: messagesQuery,
    async handle(call, deps: Deps) {
      const body = await messagesOf(call, deps, { show_id: null, query: call.query }, FIRST_TIME);
      const head = html`${stylesheet("oneshow/browser/oneshow.css")}`;
      return studioLayout(call, deps, { ...pageOf(call), head, body });
    },
  }),
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
    async submit(call, { text, ...from }, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      const { episode_id, message_id: reply_to_id } = call.params;
      await writeMessage(deps, callerOf(call.session), episode_id, { text, reply_to_id });
      return backTo(call.params, from, "replied", from.only !== "unanswered");
    },
  }),
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/report",
    summary: "Report a message to the operator",
    body: reportForm,
    show: (call, refusal, deps: Deps) => showMessages(call, deps, call.params, refusal),
    async submit(call, { reason = null, ...from }, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      await reportMessage(deps, callerOf(call.session), call.params, { reason });
      return backTo(call.params, from, "reported", true);
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/settled",
    summary: "Say whether a message needs no answer",
    body: settledForm,
    async handle(call, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      const from: From = call.form.ok ? call.form.value : {};
      const settled = !call.form.ok || call.form.value.settled;
      await settleMessage(deps, callerOf(call.session), call.params, settled);
      const done = settled ? "settled" : "unsettled";
      return backTo(call.params, from, done, from.only !== "unanswered");
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/messages/:episode_id/:message_id/delete",
    summary: "Delete a message",
    body: deleteForm,
    async handle(call, deps: Deps) {
      await requireOfShow(call, deps, call.params);
      await deleteMessage(deps, callerOf(call.session), call.params, null);
      return backTo(call.params, call.form.ok ? call.form.value : {}, "deleted", false);
    },
  }),
];
