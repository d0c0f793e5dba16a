/** The colours of `styles/tokens.css`, for what is drawn without that stylesheet. */
import { readFileSync } from "node:fs";
import path from "node:path";

const SHEET = readFileSync(path.join(import.meta.dirname, "styles/tokens.css"), "utf8");

const COLOURS: ReadonlyMap<string | undefined, readonly (string | undefined)[]> = new Map(
  [...SHEET.matchAll(/--(\w{1,20}): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, day, night]) => [name, [day, night] as const],
  ),
);

type Token = "paper" | "ink" | "soft" | "accent" | "signal";

/** A colour by day and by night, such as `#12505a`. */
export function tokenColours(name: Token): readonly [day: string, night: string] {
  const [day, night] = COLOURS.get(name) ?? [];
  if (day === undefined || night === undefined) throw new Error(`There is no colour ${name}.`);
  return [day, night];
}
