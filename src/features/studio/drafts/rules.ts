/** Compares what two people made of one form, field by field; pure. */

/** Values of a form's fields, as texts. */
export type Values = Readonly<Record<string, string>>;

/** A field that the two wrote differently. If both changed it, the person decides. */
export type Difference = Readonly<{
  name: string;
  yours: string;
  theirs: string;
  changedBy: "you" | "them" | "both";
}>;

/** Browsers send line ends as CRLF, and white space at the ends is not kept. */
const same = (a: string, b: string): boolean => normal(a) === normal(b);
const normal = (text: string): string => text.replace(/\r\n?/g, "\n").trim();

/** Names come from forms: some are those of what every object has. */
const valueIn = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * The fields of `yours` whose value differs in `theirs`. `base`: the values that both began with, as far as known;
 * without one, both have changed the field.
 */
export function differencesOf(base: Values, yours: Values, theirs: Values): Difference[] {
  return Object.entries(yours).flatMap(([name, own]): Difference[] => {
    const other = valueIn(theirs, name);
    if (other === undefined || same(own, other)) return [];
    const before = valueIn(base, name);
    const byThem = before === undefined || !same(before, other);
    const byYou = before === undefined || !same(before, own);
    const changedBy = byThem && byYou ? "both" : byThem ? "them" : "you";
    return [{ name, yours: own, theirs: other, changedBy }];
  });
}

/** Whether nobody has to decide: no field was changed by both. */
export const isMergeable = (differences: readonly Difference[]): boolean =>
  differences.every(({ changedBy }) => changedBy !== "both");

/** What both together have written, where only one of them changed a field. */
export const mergedValues = (differences: readonly Difference[]): Values =>
  Object.fromEntries(
    differences.map(({ name, yours, theirs, changedBy }) => [
      name,
      changedBy === "them" ? theirs : yours,
    ]),
  );

/** The values chosen in the form of `mergeView`: `choice.title` is `yours`, `theirs` or `own`. */
export function chosenValues(given: Values): Values {
  const choices = Object.entries(given).filter(([name]) => name.startsWith("choice."));
  return Object.fromEntries(
    choices.flatMap(([key, choice]) => {
      const name = key.slice("choice.".length);
      const value = given[`${choice}.${name}`];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
