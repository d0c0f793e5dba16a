/** The form that changes many episodes, as the parameters of the API. */
import { z } from "zod";
import { formFields } from "../../../platform/http/fields.ts";
import { id } from "../../../platform/http/params.ts";
import { type BulkParams, bulkParams } from "../../publishing/bulk/schema.ts";
import { chosenIds } from "../tables/query.ts";
import { breaksOf } from "./breaks.ts";

/** The fields of the form: those below, and `id.<id>` of each chosen episode. */
export const bulkForm = z
  .record(z.string(), z.string().max(3000))
  .meta({ maxProperties: formFields.value });

export type Given = z.infer<typeof bulkForm>;

/** The page of the studio where the person came from; anything else counts as not sent. */
export const back = z
  .string()
  .max(500)
  .regex(/^\/[!-~]{0,500}$/)
  .optional()
  .catch(undefined);

export const undoForm = z.object({ change: id(), back });

type Changes = BulkParams["changes"];

/** What is chosen in the form, or the errors of its fields. */
export type Choice = Readonly<{
  ids: readonly number[];
  changes: Changes;
  fields: Readonly<Record<string, string>>;
}>;

const listIn = (text: string | undefined): string[] | undefined => {
  const parts = (text ?? "").split(",").map((part) => part.trim());
  const named = parts.filter((part) => part !== "");
  return named.length === 0 ? undefined : named;
};

/** Fields of the form whose value is that of the API. */
const PLAIN = ["visibility", "hidden", "explicit", "show_id"] as const;

/** Reads the form by the schema of `POST /v2/episodes/bulk`; fields that are empty stay as they are. */
export function choiceOf(given: Given): Choice {
  const [add, remove] = [listIn(given.add_tags), listIn(given.remove_tags)];
  const tags = add === undefined && remove === undefined ? {} : { tags: { add, remove } };
  const plain = PLAIN.flatMap((name) => (given[name] ? [[name, given[name]]] : []));
  const season = given.season?.trim() ?? "";
  const seasons = season === "" ? {} : { season_number: season === "0" ? "" : season };
  const { cuepoints, fault } = breaksOf(given);
  const breaks = cuepoints === undefined ? {} : { cuepoints };
  const changes = { ...tags, ...Object.fromEntries(plain), ...seasons, ...breaks };
  const ids = chosenIds(given);
  const none = { ids, changes: {}, fields: {} };
  if (fault !== undefined) return { ...none, fields: { [FAULTY[fault]]: fault } };
  if (ids.length === 0 || Object.keys(changes).length === 0) return none;
  const read = bulkParams.safeParse({ ids, changes });
  if (read.success) return { ids, changes: read.data.changes, fields: {} };
  const errors = read.error.issues.map(({ path, message }) => [fieldOf(path), message]);
  return { ...none, fields: Object.fromEntries(errors) };
}

/** The fields of ad breaks that a fault is about. */
const FAULTY = { not_a_time: "break_times", no_place: "breaks" } as const;

function fieldOf([, name, part]: readonly PropertyKey[]): string {
  if (name === "tags") return part === "remove" ? "remove_tags" : "add_tags";
  if (name === "cuepoints") return part === undefined ? "breaks" : "break_times";
  return name === "season_number" ? "season" : String(name);
}

const LISTS = /^\/studio\/(calendar|episodes|shows\/\d{1,15}\/(episodes|calendar))(\?[^#]*)?$/;

/** The list to return to: an address of the studio's lists, without what was done before. */
export function backOf(text: string | undefined): string {
  if (text === undefined || !LISTS.test(text)) return "/studio/episodes";
  const [path = "", query = ""] = text.split("?");
  const params = new URLSearchParams(query);
  params.delete("done");
  params.delete("change");
  return params.size === 0 ? path : `${path}?${params}`;
}
