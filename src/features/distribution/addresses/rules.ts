/** Parses the URLs of pages (contract §7, `site_url` and its other forms); pure. */
import { withoutTrailing } from "../../../platform/text/plain.ts";

/** What a URL names: a record by its id, or by its name; `author`: the username of a show's author. */
export type Address =
  | Readonly<{ kind: Kind; id: number }>
  | Readonly<{ kind: "show" | "user"; name: string }>
  | Readonly<{ kind: "show"; name: string; author: string }>;
export type Kind = "show" | "episode" | "user";

const KINDS: Readonly<Record<string, Kind>> = {
  show: "show",
  podcast: "show",
  episode: "episode",
  user: "user",
};

/**
 * Parses `/@ada` and `/@ada/a-permalink`, which people can remember and say, `/show/12`, `/podcast/a-slug--12`,
 * `/show/a-permalink`, `/episode/a-slug--7`, `/user/ada` and the like; null for every other path. Takes the path as written in a URL, with escapes.
 */
export function parseAddress(pathname: string): Address | null {
  const [, word = "", rest = "", more] = withoutTrailing(pathname, "/").split("/");
  if (word.startsWith("@") && more === undefined)
    return parseHandle(unescaped(word.slice(1)), rest === "" ? undefined : unescaped(rest));
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
  if (kind === undefined || rest === "" || more !== undefined) return null;
  return parseName(kind, unescaped(rest));
}

/** Parses the last segment of such a path. */
export function parseName(kind: Kind, name: string | null): Address | null {
  if (name === null || name === "") return null;
  const id = Number(/^(?:.*--)?(\d{1,15})$/s.exec(name)?.[1] ?? Number.NaN);
  if (Number.isSafeInteger(id) && id > 0) return { kind, id };
  if (kind === "episode") return null;
  return { kind, name };
}

/** Parses the parts of `/@ada/a-permalink`: a user, or a show of theirs. */
export function parseHandle(username: string | null, permalink?: string | null): Address | null {
  if (username === null || username === "" || permalink === null) return null;
  return permalink === undefined
    ? { kind: "user", name: username }
    : { kind: "show", name: permalink, author: username };
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
