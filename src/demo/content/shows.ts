/** All shows of the invented network. */
import { GERMAN } from "./de.ts";
import { ENGLISH } from "./en.ts";
import { SPANISH } from "./es.ts";
import { FRENCH } from "./fr.ts";
import { ITALIAN } from "./it.ts";
import type { ShowText } from "./schema.ts";

/** In the order in which they are created: the creator's own shows come first. */
export const SHOWS: readonly ShowText[] = [
  ...ENGLISH,
  ...ITALIAN,
  ...SPANISH,
  ...GERMAN,
  ...FRENCH,
];
