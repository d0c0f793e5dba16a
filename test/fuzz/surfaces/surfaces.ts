/** What the description does not list: pages, OAuth, resumable uploads, health, and feeds by key. */
import type { Draft } from "../draft.ts";
import type { Random } from "../random.ts";
import { OTHERS, UPLOADS } from "./files.ts";
import { OAUTH } from "./oauth.ts";
import { PAGES, SETTINGS } from "./pages.ts";

/** Each kind of surface by the share of requests that it gets. */
export const SURFACES = {
  pages: PAGES,
  settings: SETTINGS,
  oauth: OAUTH,
  uploads: UPLOADS,
  others: OTHERS,
};

/** A request to a surface, with what all drafts have. */
export function surfaceDraft(kind: keyof typeof SURFACES, random: Random): Draft {
  const made = random.pick(SURFACES[kind])(random);
  const [path = "/"] = made.path.split("?");
  return {
    ...{ query: {}, fields: null, forms: [], headers: {}, rightful: "nobody" },
    ...{ credentials: "cookie", operation: `${made.method} ${pathPattern(path)}` },
    ...(kind === "settings" ? { rightful: "user" } : {}),
    ...made,
  };
}

/** The path with names in the place of ids, as reports group requests. */
const pathPattern = (path: string): string =>
  path
    .replace(/@@\w+\.([\w,]+)\.\d+@@/g, (_whole, records: string) => `{${records}}`)
    .replace(/\/(?=[a-z0-9]*\d)[a-z0-9]{20,}/g, "/{id}")
    .replace(/^\/(tag|category)\/.*/, "/$1/{name}");
