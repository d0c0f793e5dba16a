/** The page on which a person chooses between what they wrote and what is stored now. */
import type { Deps } from "../../../deps.ts";
import type { Html } from "../../../platform/http/html.ts";
import type { PageCall } from "../../../platform/http/pages.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { layout } from "../../web/layout/views.ts";
import { findDraft } from "./actions.ts";
import { chosenText, draftValues } from "./episode.ts";
import { differencesOf, type Values } from "./rules.ts";
import { keepHead, mergeView } from "./views.ts";
import { draftWords } from "./words.ts";

type Call = PageCall<Readonly<{ episode_id: number }>, unknown, unknown, "signed-in">;

type Compared = Readonly<{ base: Values; yours: Values; problems?: Values }>;

/** Compares an episode's draft with what is stored, field by field (412). */
export async function showMerge(
  call: Call,
  deps: Deps,
  { base, yours, problems = {} }: Compared,
): Promise<Html> {
  const { session, params, csrf } = call;
  const episode = await findDraft(deps, session, params.episode_id);
  const words = draftWords(call.locale);
  call.reply.code(412);
  const body = mergeView({
    words,
    csrf,
    user_id: session.user_id,
    action: `/studio/episodes/${params.episode_id}/merge`,
    revision: episode.revision,
    differences: differencesOf(base, yours, draftValues(episode)),
    problems,
    shown: (name, value) => chosenText(words.values, name, value),
  });
  return layout({
    ...call,
    title: words.merge,
    body,
    words: wordsOf(call.locale),
    head: keepHead(),
    narrow: true,
  });
}
