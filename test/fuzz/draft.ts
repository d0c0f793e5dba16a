/** Valid requests of each described operation, before they are encoded. */
import { EARLY_FONTS } from "../../src/features/web/layout/fonts.ts";
import type { Operation, Parameter } from "./description.ts";
import type { Form } from "./encode.ts";
import { exampleOf, objectOf } from "./generate.ts";
import { reference } from "./hints.ts";
import type { Fields } from "./mutate.ts";
import type { Random } from "./random.ts";
import type { Caller } from "./request.ts";

export type Draft = Readonly<{
  operation: string;
  method: string;
  /** Without a query; may contain references to records. */
  path: string;
  query: Fields;
  /** Null for a request without a body. */
  fields: Fields | null;
  /** The encodings in which the fields may be sent. */
  forms: readonly Form[];
  headers: Readonly<Record<string, string>>;
  /** Raw bytes in place of `fields`. */
  body?: Buffer;
  /** A caller with the right to do this with their own records. */
  rightful: Caller;
  credentials: "bearer" | "cookie";
}>;

/**
 * Whose records the request names: the attacking tenant's, those with markers, random ids or unknown ids, with their
 * shares among requests that need not be valid.
 */
export const OWNERS = { mine: 20, theirs: 50, any: 20, none: 10 } as const;
export type Owner = keyof typeof OWNERS;

/** Turns a described operation into a valid request on records of `owner`. */
export function draftOf(operation: Operation, owner: Owner, random: Random): Draft {
  const { method, name, path, parameters, body, contentTypes } = operation;
  const given = parameters.filter(({ required }) => required || random.chance(0.3));
  const fullness = random.pick([0, 0.1, 0.3, 0.7]);
  return {
    operation: name,
    method,
    credentials: "bearer",
    rightful: rightfulOf(operation),
    path: path.replace(/\{(\w+)\}/g, (_whole, field: string) =>
      pathValue(operation, field, owner, random),
    ),
    query: valuesOf(given, "query", random),
    headers: valuesOf(given, "header", random) as Record<string, string>,
    fields: body === null ? null : objectOf(body, { random, fullness }),
    forms: body === null ? [] : formsOf(contentTypes),
  };
}

const valuesOf = (given: readonly Parameter[], where: Parameter["in"], random: Random): Fields =>
  Object.fromEntries(
    given
      .filter((parameter) => parameter.in === where)
      .map(({ name, schema }) => [name, exampleOf(schema, name, { random, fullness: 0.3 })]),
  );

const formsOf = (types: readonly string[]): Form[] => [
  ...(types.includes("application/json") ? (["json"] as const) : []),
  ...(types.includes("application/x-www-form-urlencoded")
    ? (["urlencoded", "query"] as const)
    : []),
  ...(types.includes("multipart/form-data") ? (["multipart"] as const) : []),
];

function rightfulOf({ method, path, secured }: Operation): Caller {
  if (method !== "GET" && path.startsWith("/v2/explore")) return "admin";
  if (/advertiser|campaign|lineitem|team/.test(path)) return "manager";
  return secured ? "user" : "nobody";
}

/** Records that exist only below another one. */
const INNER: Readonly<Record<string, string>> = {
  message_id: "episode_id,message_id",
  chapter_id: "episode_id,chapter_id",
  transcript_id: "episode_id,transcript_id",
  creative_id: "lineitem_id,creative_id",
};
const OTHERS = ["following_id", "blocked_id", "collaborator_id"];

/** Names of files that exist. */
const ASSETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/assets/player/{version}/{name}": { name: "site.js" },
  "/assets/studio/{version}/{feature}/{folder}/{name}": {
    feature: "frame",
    folder: "browser",
    name: "live.js",
  },
  "/assets/docs/{version}/{name}": { name: "docs.js" },
  "/assets/fonts/{name}": { name: EARLY_FONTS[0]?.split("/").at(-1) ?? "" },
  "/assets/accent/{name}": { name: "a0522d.css" },
};

function pathValue(operation: Operation, field: string, owner: Owner, random: Random): string {
  const { path, parameters } = operation;
  const inner = Object.keys(INNER).find((name) => path.includes(`{${name}}`));
  if (inner !== undefined && INNER[inner]?.split(",").includes(field))
    return reference(owner, INNER[inner], INNER[inner].split(",").indexOf(field));
  if (field === "user_id" && owner === "mine" && random.chance(0.3)) return "me";
  if (OTHERS.includes(field)) return reference("mine", "other_id");
  if (field === "user_id" && path.includes("/members/")) return reference("mine", "other_id");
  if (field === "list_id") return reference("mine", "list_id");
  if (/_id$/.test(field) && field !== "category_id") return reference(owner, field);
  if (path.startsWith("/assets/")) return ASSETS[path]?.[field] ?? "x";
  const schema = parameters.find(({ name }) => name === field)?.schema ?? {};
  return String(exampleOf(schema, field, { random, fullness: 0 }));
}
