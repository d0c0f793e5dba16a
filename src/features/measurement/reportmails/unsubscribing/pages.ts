/** The page that ends the mails of a report for who has the link of one, signed in or not. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { redirect } from "../../../../platform/http/pages.ts";
import { verbatim } from "../../../../platform/http/params.ts";
import { showNarrow } from "../../../people/accounts/frame.ts";
import { reportMailWords } from "../words.ts";
import { findByCode, setUnsubscribed } from "./actions.ts";
import { UNSUBSCRIBE, unsubscribeView } from "./views.ts";

const code = verbatim({ max: 100 });

export const unsubscribePages = formPage({
  path: UNSUBSCRIBE,
  summary: "Unsubscribe from the mails of a report",
  access: "anyone",
  query: z.object({ code: code.prefault("") }),
  body: z.object({ code, again: z.literal("1").optional() }),
  async show(call, refusal, deps: Deps) {
    const words = reportMailWords(call.locale);
    const given = refusal.given.code ?? call.query.code;
    const { report, isOut } = await findByCode(deps, given);
    const { csrf } = call;
    const body = unsubscribeView({ words, csrf, code: given, name: report.name, isOut });
    return showNarrow(call, words.unsubscribe_title, body);
  },
  async submit(_call, { code: given, again }, deps: Deps) {
    await setUnsubscribed(deps, given, again === undefined);
    return redirect(`${UNSUBSCRIBE}?${new URLSearchParams({ code: given })}`);
  },
});
