/** Errors of forms in the language of a page, some of which the page words itself; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { problemsOf } from "../../web/layout/problems.ts";

/** `problemsOf`, except for the texts that the page's own dictionary has. */
export function problemsWith(lang: string, refusal: Refusal, own: readonly string[]): Refusal {
  const said = problemsOf(lang, refusal);
  const kept = Object.entries(refusal.fields).filter(([, text]) => own.includes(text));
  return { ...said, fields: { ...said.fields, ...Object.fromEntries(kept) } };
}
