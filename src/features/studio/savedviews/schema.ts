/** Parameters and forms of saved views. */
import { z } from "zod";
import { id, line, oneOf } from "../../../platform/http/params.ts";
import { LIST_KEYS, MOST_NAME } from "./rules.ts";

export const viewId = z.object({ view_id: id() });

const MOST_PARAMS = 1000;

/** A link of nothing but spaces and marks cannot be seen, and its name cannot be typed to delete it. */
const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);

/** The list, and the parameters of its URL. */
export const newViewQuery = z.object({
  list: oneOf(LIST_KEYS).catch("lineitems"),
  params: line({ max: MOST_PARAMS }).catch(""),
});

export const newViewForm = z.object({
  list: oneOf(LIST_KEYS),
  params: line({ max: MOST_PARAMS }).prefault(""),
  name: line({ min: 1, max: MOST_NAME }).refine(isVisible, {
    error: "must have at least 1 character",
  }),
});

/** Who deletes a view types its name. */
export const deleteForm = z.object({ name: line({ max: MOST_NAME }).prefault("") });
