/** The shapes of the documentation: chapters, operations, fields, records, and what the search finds. */
import { z } from "zod";
import type { Example } from "../../../platform/http/description/examples.ts";
import type { Schema } from "../../../platform/http/description/schema.ts";
import { verbatim } from "../../../platform/http/params.ts";

/** A parameter, or a field of a body, an answer or a record. */
export type Field = Readonly<{
  /** With the path inside its object: `show.title`. */
  name: string;
  schema: Schema;
  /** Only requests have required fields. */
  required: boolean;
  about: string;
}>;

/** One answer that is not an error. */
export type Answer = Readonly<{
  status: string;
  about: string;
  /** Null for answers without a body. */
  type: string | null;
  fields: readonly Field[];
}>;

/** One status of an error. */
export type Refusal = Readonly<{
  status: string;
  about: string;
  /** Whether it means here what it means everywhere. */
  isCommon: boolean;
}>;

export type Operation = Readonly<{
  id: string;
  method: string;
  /** With parameters in braces: `/v2/shows/{show_id}`. */
  path: string;
  summary: string;
  about: string;
  /** Who may call it, in words; null if the description does not say. */
  access: string | null;
  scopes: string | null;
  needsToken: boolean;
  path_parameters: readonly Field[];
  query: readonly Field[];
  headers: readonly Field[];
  /** The content types of the body; the first is used in examples. */
  types: readonly string[];
  body: readonly Field[];
  answers: readonly Answer[];
  refusals: readonly Refusal[];
  example: Example;
}>;

/** The operations of one tag, or those of a long one that are about the same kind of record. */
export type Chapter = Readonly<{
  name: string;
  /** The last part of its URL. */
  slug: string;
  about: string;
  /** The tag that the chapter is a part of. */
  partOf: Readonly<{ name: string; slug: string }> | null;
  operations: readonly Operation[];
}>;

/** A schema that several operations share. */
export type ApiRecord = Readonly<{ name: string; about: string; fields: readonly Field[] }>;

/** The whole API. */
export type Api = Readonly<{
  title: string;
  version: string;
  about: string;
  chapters: readonly Chapter[];
  records: readonly ApiRecord[];
}>;

/** One thing that the search finds; `browser/match.js` reads it, too. */
export type Entry = Readonly<{
  kind: "operation" | "error" | "record" | "limit" | "guide";
  title: string;
  detail: string;
  url: string;
  /** Of the operation and its parameters, or of the record's fields. */
  names: readonly string[];
  text: string;
}>;

export const docsQuery = z.object({ q: verbatim({ max: 200 }).default("") });
export const chapterParams = z.object({ chapter: verbatim({ max: 100 }) });
export const guideParams = z.object({ guide: verbatim({ max: 100 }) });
export const assetParams = z.object({
  version: verbatim({ max: 100 }),
  name: verbatim({ max: 100 }),
});
