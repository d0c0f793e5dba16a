/** Finds what a person types: their shows and episodes by title, and pages by name. */
import type { Deps } from "../../../deps.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { listUserShows } from "../../publishing/shows/store.ts";
import { PERSONAL, STUDIO, showEntries } from "./navigation.ts";
import { findEpisodesByTitle } from "./store.ts";
import type { Words } from "./words.ts";

export type Found = Readonly<{ href: string; name: string; hint?: string }>;

/** What a search found, each kind at most `LIMIT`. */
export type Finds = Readonly<{ pages: Found[]; shows: Found[]; episodes: Found[] }>;

const LIMIT = 8;
/** More shows than this are searched only in their newest ones. */
const SHOWS = 500;

const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

export async function find(
  { db }: Pick<Deps, "db">,
  { user_id }: SessionCaller,
  q: string,
  words: Words,
): Promise<Finds> {
  const asked = folded(q);
  const holds = (name: string) => folded(name).includes(asked);
  const pages = [...STUDIO, ...PERSONAL]
    .map(({ name, path }) => ({ href: path, name: words.entries[name] }))
    .filter(({ name }) => holds(name));
  const rows = await listUserShows(db, {
    user_id,
    access: ["AUTHOR", "SHOW_COLLABORATOR", "USER_COLLABORATOR"],
    editable: true,
    limit: SHOWS,
    offset: 0,
  });
  const shows = rows
    .filter(({ title }) => holds(title))
    .slice(0, LIMIT)
    .map(({ show_id, title }) => ({ href: showEntries(show_id)[0]?.path ?? "", name: title }));
  const ids = rows.map(({ show_id }) => show_id);
  const episodes = q === "" ? [] : await findEpisodesByTitle(db, ids, q, LIMIT);
  return {
    pages,
    shows,
    episodes: episodes.map(({ episode_id, title, show_title }) => ({
      href: `/studio/episodes/${episode_id}`,
      name: title,
      hint: show_title,
    })),
  };
}
