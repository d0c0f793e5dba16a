/** Pages that receive what a signed-in listener does: following, likes, bookmarks, messages, reports. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { callerOf, type PageCall, page, redirect } from "../../../platform/http/pages.ts";
import { addFavorite } from "../../listening/library/actions.ts";
import { removeFavorite } from "../../listening/library/store.ts";
import { markEpisode, unmarkEpisode } from "../../listening/likes/actions.ts";
import { deleteMessage, reportMessage, writeMessage } from "../../listening/messages/actions.ts";
import { follow } from "../../people/follows/actions.ts";
import { removeFollow } from "../../people/follows/store.ts";
import { findUserId } from "../../people/users/store.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { problemsOf } from "../layout/problems.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { reportView, writeView } from "./formviews.ts";
import {
  deleteForm,
  episodeId,
  followForm,
  followUserForm,
  keyQuery,
  markForm,
  messageForm,
  ofMessage,
  reportForm,
  showId,
  userId,
} from "./schema.ts";

const withKey = (path: string, key: string | undefined, at = ""): string =>
  key === undefined || key === "" ? `${path}${at}` : `${path}?key=${encodeURIComponent(key)}${at}`;

/** The key of a form: forms send the field empty if there is none. */
const keyOf = (key: string | undefined): string | undefined => (key === "" ? undefined : key);

type Call = PageCall<{ episode_id: number }, { key?: string | undefined }, unknown, "signed-in">;

/** A page with one form about an episode that the person can see. */
async function episodeForm(call: Call, { db }: Deps, refusal: Refusal, view: typeof writeView) {
  const words = wordsOf(call.locale);
  const key = keyOf(refusal.given.key ?? call.query.key);
  const { episode_id } = call.params;
  const found = await findEpisode(db, episode_id);
  const { episode } = await requireEpisodeVisibleTo(db, callerOf(call.session), found, key);
  const shown = { words, csrf: call.csrf, episode, key, refusal: problemsOf(words.lang, refusal) };
  const { title, body } = view(shown, new URL(call.request.url, call.baseUrl).pathname);
  return layout({
    session: call.session,
    frame: call.frame,
    words,
    title,
    body,
    narrow: true,
  });
}

const followPages = page({
  method: "POST",
  path: "/show/:show_id/favorite",
  summary: "Follow a show, or stop following it",
  access: "signed-in",
  params: showId,
  body: followForm,
  async handle({ params: { show_id }, session, form }, deps: Deps) {
    const { on = false, key } = form.ok ? form.value : {};
    const wish = { notifications_enabled: true, key: keyOf(key) };
    if (on) await addFavorite(deps, callerOf(session), show_id, wish);
    else await removeFavorite(deps.db, { user_id: session.user_id, show_id });
    return redirect(withKey(`/show/${show_id}`, key));
  },
});

const followUserPages = page({
  method: "POST",
  path: "/user/:user_id/follow",
  summary: "Follow a user, or stop following them",
  access: "signed-in",
  params: userId,
  body: followUserForm,
  async handle({ params: { user_id }, session, form }, deps: Deps) {
    const to = await findUserId(deps.db, user_id);
    if (to === undefined) throw notFound("user");
    const { on = false } = form.ok ? form.value : {};
    if (on) await follow(deps, session.user_id, to);
    else await removeFollow(deps.db, { from: session.user_id, to });
    return redirect(`/user/${to}`);
  },
});

const markPages = page({
  method: "POST",
  path: "/episode/:episode_id/marks",
  summary: "Like or save an episode, or take it back",
  access: "signed-in",
  params: episodeId,
  body: markForm,
  async handle({ params: { episode_id }, session, form }, deps: Deps) {
    const path = `/episode/${episode_id}`;
    if (!form.ok) return redirect(path);
    const { mark, on, key } = form.value;
    const caller = callerOf(session);
    if (on) await markEpisode(deps, caller, mark, { episode_id, key: keyOf(key) });
    else await unmarkEpisode(deps, caller, mark, episode_id);
    return redirect(withKey(path, key));
  },
});

const messagePages = [
  ...formPage({
    path: "/episode/:episode_id/messages/new",
    summary: "Write a message below an episode",
    access: "signed-in",
    params: episodeId,
    query: keyQuery,
    body: messageForm,
    show: (call, refusal, deps: Deps) => episodeForm(call, deps, refusal, writeView),
    async submit({ params: { episode_id }, session }, { text, key }, deps: Deps) {
      await writeMessage(deps, callerOf(session), episode_id, { text, key: keyOf(key) });
      return redirect(withKey(`/episode/${episode_id}`, key, "#messages"));
    },
  }),
  ...formPage({
    path: "/episode/:episode_id/messages/:message_id/report",
    summary: "Report a message",
    access: "signed-in",
    params: ofMessage,
    query: keyQuery,
    body: reportForm,
    show: (call, refusal, deps: Deps) => episodeForm(call, deps, refusal, reportView),
    async submit({ params, session }, { reason = null, key }, deps: Deps) {
      await reportMessage(deps, callerOf(session), params, { reason, key: keyOf(key) });
      return redirect(withKey(`/episode/${params.episode_id}`, key, "#messages"));
    },
  }),
  page({
    method: "POST",
    path: "/episode/:episode_id/messages/:message_id/delete",
    summary: "Delete a message of one's own",
    access: "signed-in",
    params: ofMessage,
    body: deleteForm,
    async handle({ params, session, form }, deps: Deps) {
      await deleteMessage(deps, callerOf(session), params, null);
      const key = form.ok ? form.value.key : undefined;
      return redirect(withKey(`/episode/${params.episode_id}`, key, "#messages"));
    },
  }),
];

export const listenerPages = [followPages, followUserPages, markPages, ...messagePages];
