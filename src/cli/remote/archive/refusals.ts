/** Refuses archives, naming the entry that is wrong. */
import type { z } from "zod";
import { UsageError } from "../../errors.ts";
import { plain } from "../output.ts";

/** Why an archive is refused; names the entry. */
export const refused = (entry: string, reason: string) =>
  new UsageError(`The archive is refused: ${plain(entry)} ${reason}.`);

export function parsed<T>(name: string, text: string | null, shape: z.ZodType<T>): T {
  const result = checkedJson(name, text, shape);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw refused(
    name,
    `is not as version 1 of the format writes it${place && `, at ${plain(place)}`}`,
  );
}

function checkedJson<T>(name: string, text: string | null, shape: z.ZodType<T>) {
  try {
    return shape.safeParse(JSON.parse(text ?? ""));
  } catch (error) {
    // Values that the server judges may be nested, and the check of each level calls that of the next.
    const isDeep = error instanceof RangeError;
    throw refused(name, isDeep ? "is nested too deeply" : "is not JSON");
  }
}
