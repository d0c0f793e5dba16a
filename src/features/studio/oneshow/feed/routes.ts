/** The page of a show's feed, and its forms. */

import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../../platform/http/formpage.ts";
import { callerOf, page } from "../../../../platform/http/pages.ts";
import { changeSettings } from "../../../distribution/feeds/actions.ts";
import { changeShow, type ShowEditing } from "../../../publishing/shows/actions.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../../frame/layout.ts";
import { detailsWords } from "../details/words.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { findFeed, saveFeed } from "./actions.ts";
import { feedQuery, modeForm, moveForm, settingsForm } from "./schema.ts";
import { feedView } from "./views.ts";
import { feedWords } from "./words.ts";

type Place = Readonly<{ show_id: number; refusal: Refusal; isAsked?: boolean }>;

async function showFeed(call: StudioCall, deps: Deps, { show_id, refusal, isAsked }: Place) {
  const { show } = await findOwnShow(deps, call, show_id);
  const words = feedWords(call.locale);
  const found = await findFeed(deps, show, call.baseUrl, isAsked === true);
  const details = detailsWords(call.locale);
  const shown = { csrf: call.csrf, words, details, show, ...found };
  const undo = { action: showPath(show_id, "/feed/mode"), fields: { mode: "AUTO" } };
  return showLayout(call, deps, show, {
    title: words.page,
    body: feedView(shown, problemsOf(words.lang, refusal)),
    done: {
      saved: words.saved,
      key: words.key_done,
      AUTO: words.back_done,
      DISABLED: { text: words.off_done, undo },
      REDIRECT: { text: words.move_done, undo },
    },
  });
}

const shared = { access: "signed-in", params: showId, look: STUDIO_LOOK } as const;

export const feedPages = [
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/feed",
    summary: "Check and set up a show's feed",
    query: feedQuery,
    body: settingsForm,
    show: (call, refusal, deps: Deps) =>
      showFeed(call, deps, {
        show_id: call.params.show_id,
        refusal,
        isAsked: call.query.check === "1",
      }),
    async submit({ params: { show_id }, session }, value, deps: Deps) {
      await saveFeed(deps, callerOf(session), show_id, value);
      return doneAt(showPath(show_id, "/feed"), "saved");
    },
  }),
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/feed/move",
    summary: "Move a show's feed to another address",
    body: moveForm,
    show: (call, refusal, deps: Deps) =>
      showFeed(call, deps, { show_id: call.params.show_id, refusal }),
    async submit({ params: { show_id }, session }, { sure, redirect_url }, deps: Deps) {
      if (!redirect_url) throw invalid({ redirect_url: "is required" });
      if (!sure) throw invalid({ sure: "is required" });
      const settings = { mode: "REDIRECT", redirect_url } as const;
      await changeSettings(deps, callerOf(session), show_id, settings);
      return doneAt(showPath(show_id, "/feed"), "REDIRECT");
    },
  }),
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/feed/mode",
    summary: "Switch a show's feed on or off",
    body: modeForm,
    show: (call, refusal, deps: Deps) =>
      showFeed(call, deps, { show_id: call.params.show_id, refusal }),
    async submit({ params: { show_id }, session }, { mode }, deps: Deps) {
      await changeSettings(deps, callerOf(session), show_id, { mode });
      return doneAt(showPath(show_id, "/feed"), mode);
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/feed/key",
    summary: "Make a new key for a show's feed",
    body: z.object({}),
    async handle({ params: { show_id }, session }, deps: Deps & ShowEditing) {
      const caller = callerOf(session);
      await changeShow(deps, caller, show_id, { limited_key: "reset" }, {}, null);
      return doneAt(showPath(show_id, "/feed"), "key");
    },
  }),
];
