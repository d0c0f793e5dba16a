/** Saves a show's details: what the person changed, unless somebody else changed the same meanwhile. */
import type { Deps } from "../../../../deps.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { htmlOfNotes } from "../../../../platform/text/notes.ts";
import { replaceTag } from "../../../distribution/feedtags/actions.ts";
import { findShowTags } from "../../../distribution/feedtags/store.ts";
import { changeShow, type ShowEditing } from "../../../publishing/shows/actions.ts";
import type { ShowParams } from "../../../publishing/shows/schema.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import type { Values } from "../../drafts/rules.ts";
import type { DetailsForm } from "./schema.ts";
import { isShowParam, valuesOf } from "./values.ts";

export async function findValues({ db }: Pick<Deps, "db">, show: ShowRow): Promise<Values> {
  const { funding = [] } = await findShowTags(db, show.show_id);
  return valuesOf(show, funding);
}

type Changes = Readonly<{
  value: DetailsForm;
  /** The fields to save. */
  names: readonly string[];
  /** The revision that they were compared with. */
  revision: number;
}>;

/** Saves these fields, if the show still has this revision; returns whether it had. */
export async function saveDetails(
  deps: Deps & ShowEditing,
  caller: Caller,
  show_id: number,
  { value, names, revision }: Changes,
): Promise<boolean> {
  const changed = Object.entries(value).filter(([name]) => names.includes(name));
  const { description, ...plain } = Object.fromEntries(
    changed.filter(([name]) => isShowParam(name)),
  ) as ShowParams;
  const params =
    description === undefined ? plain : { ...plain, description_html: htmlOfNotes(description) };
  const tag = { owner: "show", id: show_id, noun: "funding" } as const;
  try {
    const changed = await changeShow(deps, caller, show_id, params, {}, [revision]);
    if (names.includes("funding"))
      await replaceTag(deps, caller, tag, value.funding, [changed.revision]);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "stale") return false;
    throw error;
  }
}
