/** Helpers for writing requests to surfaces; omitted parts have defaults. */
import type { Draft } from "../draft.ts";
import { reference } from "../hints.ts";
import type { Random } from "../random.ts";

export type Made = Partial<Draft> & Pick<Draft, "method" | "path">;
export type Surface = (random: Random) => Made;

export const mine = (records: string, place = 0) => reference("mine", records, place);
export const anyones = (random: Random, records: string) =>
  reference(random.pick(["mine", "theirs", "any", "none"]), records);
/** The form token of the request's caller. */
export const CSRF = reference("own", "csrf");

export const get = (path: string, query: Draft["query"] = {}): Made => ({
  method: "GET",
  path,
  query,
});
export const form = (path: string, fields: Draft["fields"], query: Draft["query"] = {}): Made => ({
  method: "POST",
  path,
  query,
  fields,
  forms: ["urlencoded"],
  rightful: "user",
});

/** Some of the entries, each with a probability of a third. */
export const some = (random: Random, all: Draft["query"]): Draft["query"] =>
  Object.fromEntries(Object.entries(all).filter(() => random.chance(0.33)));
