/** Names proposed changes in the language of the page; pure. */
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { fill } from "../../web/layout/rules.ts";
import { priorityName } from "../adboard/columns.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import { countryName } from "./fieldtexts.ts";
import { type Change, paramsOf } from "./proposing.ts";
import type { Words } from "./words.ts";

type Chosen = Readonly<{ change: Change; country?: string | undefined }>;

/** The change as it is written within a sentence: “raising the priority to ‘High’”. */
export function changeText(
  { change, country }: Chosen,
  row: LineitemRow,
  words: Words,
  board: BoardWords,
): string {
  if (country !== undefined) return fill(words.c_country, { value: countryName(country, words) });
  const { priority_id = row.priority_id } = paramsOf(change, row) ?? {};
  return fill(words[`c_${change}`], { value: priorityName(priority_id, board) });
}

/** The id of its line in the list of proposals. */
export const proposalId = ({ change, country }: Chosen): string =>
  `change-${change}${country === undefined ? "" : `-${country}`}`;
