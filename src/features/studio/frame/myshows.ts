/** Says which shows are meant by "all your shows": those that the person may edit. Pure. */
import type { Locale } from "../../../platform/http/locale.ts";
import { plural } from "./plurals.ts";
import { frameWords } from "./words.ts";

type Owned = Readonly<{ author_id: number }>;

/** One sentence, and a second one if others have created some of these shows. */
export function myShowsText(locale: Locale, shows: readonly Owned[], user_id: number): string {
  const words = frameWords(locale);
  const others = shows.filter(({ author_id }) => author_id !== user_id).length;
  const all = plural(words, words.my_shows, shows.length);
  return others === 0 ? all : `${all} ${plural(words, words.of_others, others)}`;
}
