/** Compares the form of a new episode with what others have saved in its draft meanwhile; pure. */
import { chosenText } from "../drafts/episode.ts";
import { type Difference, differencesOf, type Values } from "../drafts/rules.ts";
import { baseOf } from "../drafts/schema.ts";
import type { DraftWords } from "../drafts/words/en.ts";
import type { StoredDraft } from "./newview.ts";

/** The fields that are not the same as stored; none if nobody has saved since the form was made. */
export function changesSince({ revision, values }: StoredDraft, given: Values): Difference[] {
  if (given.revision === undefined || Number(given.revision) === revision) return [];
  const yours = Object.entries(given).filter(([name]) => name in values);
  return differencesOf(baseOf(given), Object.fromEntries(yours), values);
}

/** The fields to save: those that only others changed stay as they are. */
export function withoutTheirs<T extends object>(
  fields: T,
  changes: readonly Difference[],
): Partial<T> {
  const theirs = new Set(
    changes.filter(({ changedBy }) => changedBy === "them").map(({ name }) => name),
  );
  const own = Object.entries(fields).filter(([name]) => !theirs.has(name));
  return Object.fromEntries(own) as Partial<T>;
}

/** For each field that both have changed, the other person's value; their next click decides with both in view. */
export const conflictTexts = (words: DraftWords, changes: readonly Difference[]): Values =>
  Object.fromEntries(
    changes
      .filter(({ changedBy }) => changedBy === "both")
      .map(({ name, theirs }) => {
        const text = theirs === "" ? words.empty : chosenText(words.values, name, theirs);
        return [name, `${words.by_both} ${words.theirs}: ${text ?? theirs}`];
      }),
  );

/** Where a form that is shown again begins: where it began before, unless its conflicts are shown now. */
export function begunOf(draft: StoredDraft, given: Values, isConflict: boolean): StoredDraft {
  const revision = Number(given.revision);
  if (isConflict || !revision) return draft;
  const base = baseOf(given);
  return { ...draft, revision, values: Object.keys(base).length === 0 ? draft.values : base };
}
