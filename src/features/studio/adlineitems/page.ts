/** The type of everything that the page of a line item shows. */
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import type { Shown } from "./actions.ts";
import type { Proposals } from "./proposing.ts";
import type { Words } from "./words.ts";

export type Page = Readonly<{
  words: Words;
  board: BoardWords;
  row: LineitemRow;
  shown: Shown;
  /** null: not asked for, or without a goal. */
  proposals: Proposals | null;
  /** Whether the person may change it. */
  canWrite: boolean;
  /** Whether changes can be simulated for the person: it has a goal, and is not canceled for good. */
  canPropose: boolean;
  csrf: string;
  baseUrl: string;
}>;
