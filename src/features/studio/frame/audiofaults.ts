/** Says in the person's language why an upload cannot be used, and what to do; the API says it in English. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Words } from "./words.ts";

/** What the errors of `platform/audio` say, by the text that explains them. The first match counts. */
const FAULTS = [
  [/not audio|known audio format|recognisable audio|only tags/, "not_audio"],
  [/is empty|only zero bytes/, "empty"],
  [/cut off|no longer exists/, "cut_off"],
  [/no sound/, "silent"],
  [/too short/, "too_short"],
  [/longer than/, "too_long"],
  [/damaged|too long to decode|too much memory/, "damaged"],
] as const;

/** An error that is not known here is shown as it is, in English. */
export function audioFault(words: Words, error: string | null): Html {
  const known = FAULTS.find(([pattern]) => error !== null && pattern.test(error));
  return known === undefined
    ? html`<span lang="en">${error}</span>`
    : html`${words.audio_faults[known[1]]}`;
}
