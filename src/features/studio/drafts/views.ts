/** The fields that let a form save itself, and the page on which two versions are merged; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { script } from "../frame/assets.ts";
import type { Difference, Values } from "./rules.ts";
import type { DraftWords } from "./words/en.ts";

type Autosaved = Readonly<{
  words: DraftWords;
  /** The person, whose browser may be used by others, too. */
  user_id: number;
  /** Where drafts are saved, and where two versions are compared. */
  save: string;
  merge: string;
  revision: number;
  values: Values;
}>;

/**
 * Put this into a form with the token and the fields of `values`: `drafts/browser/autosave.js` then saves it while the
 * person writes. Without scripts the form is sent with its button, and `revision` and `base` go with it. "Compare" sends
 * the form once it is shown: until then Enter must not press it, and files of the form never go with it.
 */
export const autosaved = (spec: Autosaved): Html => html`
<div data-autosave data-save="${spec.save}" data-merge="${spec.merge}" data-user="${spec.user_id}" data-texts="${JSON.stringify(spec.words)}">
${begunWith(spec)}
<p class="soft" role="status" data-saved></p>
<button type="button" class="quiet" formaction="${spec.merge}" formenctype="application/x-www-form-urlencoded" formnovalidate hidden data-compare>${spec.words.compare}</button>
</div>`;

/** The version that a form begins with, so that what others change meanwhile is seen when it is sent. */
export const begunWith = ({
  revision,
  values,
}: Pick<Autosaved, "revision" | "values">): Html => html`
<input type="hidden" name="revision" value="${revision}">
<input type="hidden" name="base" value="${JSON.stringify(values)}">`;

/** The script of `kept`. */
export const keepHead = (): Html => script("drafts/browser/keep.js");

type Kept = Readonly<{
  words: DraftWords;
  user_id: number;
  name: string;
  /** Kept only for a form that begins with the same values: a later one asks something else. */
  isOnce?: boolean;
}>;

/**
 * Put this into a form that has `base`, and that is saved with its button only, because listeners see it at once:
 * `drafts/browser/keep.js` keeps what is written in the browser until then. `name` tells the forms of a person apart.
 */
export const kept = ({ words, user_id, name, isOnce = false }: Kept): Html => html`
<div data-keep="${name}"${isOnce && html` data-once`} data-user="${user_id}" data-texts="${JSON.stringify({ kept: words.kept, restored: words.restored })}">
<p class="soft" role="status" data-kept></p>
<button type="button" class="quiet" hidden data-drop>${words.drop}</button>
</div>`;

type Merge = Readonly<{
  words: DraftWords;
  csrf: string;
  user_id: number;
  /** Where the choice is sent. */
  action: string;
  /** Of `theirs`: the choice is refused again if the record changes before it arrives. */
  revision: number;
  differences: readonly Difference[];
  /** Field → what is wrong with the value chosen before. */
  problems?: Values;
  /** How readers see the value of a field that is chosen, not written; null: as it is written. */
  shown?: (name: string, value: string) => string | null;
}>;

/** Two versions of one record, field by field: yours, theirs, or something else. */
export const mergeView = ({
  words,
  csrf,
  user_id,
  action,
  revision,
  differences,
  problems = {},
  shown = () => null,
}: Merge): Html => html`
<h1>${words.merge}</h1>
<p>${differences.length === 0 ? words.nothing : words.merge_hint}</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="revision" value="${revision}">
<input type="hidden" name="merged" value="1">
<input type="hidden" id="base" value="${JSON.stringify(begunChoices(differences))}">
${differences.map((one) => fieldView({ words, one, problem: problems[one.name], shown }))}
<button type="submit">${words.save}</button>
${kept({ words, user_id, name: action, isOnce: true })}
</form>`;

/** The choice that a merge begins with: what only the other person changed stays as it is. */
const chosenAtFirst = ({ changedBy }: Difference): "yours" | "theirs" =>
  changedBy === "them" ? "theirs" : "yours";

/** The fields of a merge as it begins, for `drafts/browser/keep.js` only: without a name they are not sent. */
const begunChoices = (differences: readonly Difference[]): Values =>
  Object.fromEntries(
    differences.flatMap((one) => [
      [`choice.${one.name}`, chosenAtFirst(one)],
      [`own.${one.name}`, one[chosenAtFirst(one)]],
    ]),
  );

const BY = { you: "by_you", them: "by_them", both: "by_both" } as const;

type FieldMerge = Pick<Merge, "words"> &
  Readonly<{
    one: Difference;
    problem: string | undefined;
    shown: NonNullable<Merge["shown"]>;
  }>;

function fieldView({ words, one, problem, shown }: FieldMerge): Html {
  const { name, yours, theirs, changedBy } = one;
  const field = words.fields[name] ?? name;
  const chosen = chosenAtFirst(one);
  const version = (value: "yours" | "theirs", text: string) => html`
<div class="choice">
<input type="radio" id="${value}-${name}" name="choice.${name}" value="${value}"${value === chosen && html` checked`} aria-describedby="${value}-text-${name}">
<label for="${value}-${name}">${words[value]}</label>
</div>
<blockquote id="${value}-text-${name}" class="version">${text === "" ? html`<em>${words.empty}</em>` : (shown(name, text) ?? linesOf(text))}</blockquote>
<input type="hidden" name="${value}.${name}" value="${text}">`;
  return html`
<fieldset class="field${problem !== undefined && " wrong"}">
<legend>${field}</legend>
<p class="hint">${words[BY[changedBy]]}</p>
${version("yours", yours)}
${version("theirs", theirs)}
${
  shown(name, yours) === null &&
  html`<div class="choice">
<input type="radio" id="own-${name}" name="choice.${name}" value="own">
<label for="own-${name}">${words.own}</label>
</div>
<textarea name="own.${name}" rows="${yours.length > 100 ? 8 : 2}" aria-label="${fill(words.own_label, { field })}">${one[chosen]}</textarea>`
}
${problem !== undefined && html`<p class="error">${field} ${problem}.</p>`}
</fieldset>`;
}

/** Line ends are lost in a paragraph, and in a hidden field they are not. */
const linesOf = (text: string): Html[] =>
  text.split(/\r\n|\r|\n/).map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));
