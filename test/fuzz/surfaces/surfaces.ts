/** Surfaces that the description does not list: pages, OAuth, resumable uploads, health, and feeds by key. */
import type { Draft } from "../draft.ts";
import type { Random } from "../random.ts";
import { OTHERS, UPLOADS } from "./files.ts";
import { OAUTH } from "./oauth.ts";
import { PAGES, SETTINGS } from "./pages.ts";

/** Each kind of surface with its share of requests. */
export const SURFACES = {
  pages: PAGES,
  settings: SETTINGS,
  oauth: OAUTH,
  uploads: UPLOADS,
  others: OTHERS,
};

/** Adds the common parts of drafts to a request to a surface. */
export function surfaceDraft(kind: keyof typeof SURFACES, random: Random): Draft {
  const made = random.pick(SURFACES[kind])(random);
  const [path = "/"] = made.path.split("?");
  return {
    query: {},
    fields: null,
    forms: [],
    headers: {},
    rightful: "nobody",
    credentials: "cookie",
    operation: `${made.method} ${pathPattern(path)}`,
    ...(kind === "settings" ? { rightful: "user" } : {}),
    ...made,
  };
}

/** The path with names in place of ids, for grouping in reports. */
const pathPattern = (path: string): string =>
  path
    .replace(/@@\w+\.([\w,]+)\.\d+@@/g, (_whole, records: string) => `{${records}}`)
    .replace(/\/(?=[a-z0-9]*\d)[a-z0-9]{20,}/g, "/{id}")
    .replace(/^\/(tag|category)\/.*/, "/$1/{name}");
