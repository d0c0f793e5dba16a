/** The types of match.js for the server's code. */
import type { Entry } from "../schema.ts";

export type { Entry };

export function findEntries(
  entries: readonly Entry[],
  query: string,
  most: number,
): { entry: Entry; names: readonly string[] }[];
