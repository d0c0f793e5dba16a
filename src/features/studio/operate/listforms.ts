/** Parameters and forms of the pages of curated lists. */
import { z } from "zod";
import { id, integer, line } from "../../../platform/http/params.ts";
import { fillingParams, listParams, newListParams } from "../../discovery/explore/schema.ts";
import { tableQuery } from "../tables/query.ts";

export const listId = z.object({ list_id: id() });
export const listsQuery = tableQuery({ sorts: ["-newest"] }, {});
export const newListForm = newListParams.omit({ hidden: true });

/** The revision that the form was made of. */
const revision = integer();
export const listForm = listParams.extend({ name: newListParams.shape.name, revision });
export const ruleForm = fillingParams.omit({ shows: true }).extend({ revision });

/** The field with the position of a show; empty, it takes the show off the list. */
export const positionField = (show_id: number): string => `position.${show_id}`;
const POSITION = /^position\.(\d{1,15})$/;

const MOST_TO_ADD = 2000;

/**
 * The shows in the order of their numbers, then those to add: ids, or addresses of shows, with commas or spaces between
 * them. Shows with the same number stay as they were.
 */
export const orderForm = z.preprocess(
  (given) => {
    const fields = given as Record<string, unknown>;
    const placed = Object.entries(fields).flatMap(([name, text], at) => {
      const show_id = POSITION.exec(name)?.[1];
      const position = typeof text === "string" ? Number.parseFloat(text) : Number.NaN;
      return show_id === undefined || Number.isNaN(position) ? [] : [{ show_id, position, at }];
    });
    placed.sort((a, b) => a.position - b.position || a.at - b.at);
    const { add, revision } = fields;
    const ids = [...placed.map(({ show_id }) => show_id), ...idsIn(add)];
    return { shows: [...new Set(ids)].join(","), revision, add };
  },
  z.object({
    shows: fillingParams.shape.shows,
    revision,
    add: line({ max: MOST_TO_ADD }).optional(),
  }),
);

/** The last number of each part of a list; of a longer text, which the schema refuses, none. */
const idsIn = (text: unknown): string[] =>
  typeof text === "string" && text.length <= MOST_TO_ADD
    ? text.split(/[\s,]+/).flatMap((part) => part.match(/\d+/g)?.at(-1) ?? [])
    : [];
