/** The home page of a server without users: the first step of the setup, or how to get to it. */
import type { Deps } from "../../../deps.ts";
import type { Refusal } from "../../../platform/http/formpage.ts";
import type { Html } from "../../../platform/http/html.ts";
import type { PageAccess, PageCall } from "../../../platform/http/pages.ts";
import { problemsOf } from "../layout/problems.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { findHeldCode } from "./actions.ts";
import { setupWords } from "./rules.ts";
import { siteView, strangerView } from "./views.ts";

export type Call = PageCall<unknown, unknown, unknown, PageAccess>;

export const NOT_REFUSED: Refusal = { given: {}, fields: {}, message: null };

/** A page of the setup, which search engines must not keep. */
export function show(call: Call, title: string, body: Html, head?: Html): Html {
  call.reply.header("x-robots-tag", "noindex");
  const words = wordsOf(call.locale);
  return layout({ ...call, title, words, body, narrow: true, ...(head && { head }) });
}

export function showStranger(
  call: Call,
  refusal: Refusal = NOT_REFUSED,
  head: Html | undefined = undefined,
): Html {
  const words = setupWords(call.locale);
  return show(
    call,
    words.welcome,
    strangerView({ csrf: call.csrf, refusal: problemsOf(words.lang, refusal), words }),
    head,
  );
}

/** What `/` shows while there are no users: the first step for who holds the code, or how to get it. */
export async function welcomePage(call: Call, deps: Deps): Promise<Html> {
  if ((await findHeldCode(deps, call)) === null) return showStranger(call);
  return showSite(call, NOT_REFUSED);
}

export function showSite(call: Call, refusal: Refusal): Html {
  const words = setupWords(call.locale);
  const { site } = call.frame;
  return show(
    call,
    words.step_site,
    siteView({ csrf: call.csrf, refusal: problemsOf(words.lang, refusal), words, site }),
  );
}
