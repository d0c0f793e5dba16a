/** Finds what a person types: their shows and episodes by title, and pages by name. */
import type { Deps } from "../../../deps.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { canReadAdvertising } from "../../people/organizations/rights.ts";
import { hasOrganization } from "../../people/organizations/store.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import {
  AD_PAGES,
  BEGINNINGS,
  type Entry,
  OPERATE_PAGES,
  onlyEpisodeEntries,
  PERSONAL,
  showEntries,
  showTabs,
  studioEntries,
} from "./navigation.ts";
import { findEpisodesByTitle, listNewestEpisodes } from "./store.ts";
import type { Words } from "./words.ts";

export type Found = Readonly<{ href: string; name: string; hint?: string }>;

/** The newest shows, whose pages are found by name, too, and the newest episodes of these. */
const NAMED_SHOWS = 3;
const NAMED_EPISODES = 3;

/** What a search found, each kind at most `LIMIT`. */
export type Finds = Readonly<{ pages: Found[]; shows: Found[]; episodes: Found[] }>;

const LIMIT = 12;

const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

export async function find(
  { db }: Pick<Deps, "db">,
  session: SessionCaller,
  q: string,
  words: Words,
): Promise<Finds> {
  const asked = folded(q);
  const holds = (name: string) => folded(name).includes(asked);
  const isMeant = ({ name }: Entry) => holds(words.entries[name]) || isAlso(words, name, asked);
  const pageOf = ({ name, path }: Entry): Found => ({ href: path, name: words.entries[name] });
  const rows = await listEditableShows(db, session.user_id);
  const ads = (await canReadAdvertising(db, callerOf(session))) ? AD_PAGES : [];
  const isMember = await hasOrganization(db, session.user_id);
  const standing = { hasAds: false, isMember, isAdmin: session.is_admin };
  const rooms = session.is_admin ? OPERATE_PAGES : [];
  const shows = rows
    .filter(({ title }) => holds(title))
    .slice(0, LIMIT)
    .map(({ show_id, title }) => ({ href: showEntries(show_id)[0]?.path ?? "", name: title }));
  const ids = rows.map(({ show_id }) => show_id);
  const episodes = q === "" ? [] : await findEpisodesByTitle(db, ids, q, LIMIT);
  const newest =
    asked !== "" && onlyEpisodeEntries(0).some(isMeant)
      ? await listNewestEpisodes(db, ids.slice(0, NAMED_SHOWS), NAMED_EPISODES)
      : [];
  const below = (entries: readonly Entry[], hint: string): Found[] =>
    entries.filter(isMeant).map((entry) => ({ ...pageOf(entry), hint }));
  return {
    pages: [
      ...[...studioEntries(standing), ...ads, ...rooms, ...BEGINNINGS, ...PERSONAL]
        .filter(isMeant)
        .map(pageOf),
      ...(asked === "" ? [] : rows.slice(0, NAMED_SHOWS)).flatMap(({ show_id, title }) =>
        below(pagesOfShow(show_id), title),
      ),
      ...newest.flatMap(({ episode_id, title }) => below(onlyEpisodeEntries(episode_id), title)),
    ].slice(0, LIMIT),
    shows,
    episodes: episodes.map(({ episode_id, title, show_title }) => ({
      href: `/studio/episodes/${episode_id}`,
      name: title,
      hint: show_title,
    })),
  };
}

/** Every page of a show once; its list of episodes is what the show itself leads to. */
const pagesOfShow = (show_id: number): Entry[] => [
  ...new Map(
    [...showEntries(show_id).slice(1), ...showTabs(show_id)].map((entry) => [entry.path, entry]),
  ).values(),
];

/** Whether a word that people use for the page begins with what is typed. */
const isAlso = ({ also }: Words, name: Entry["name"], asked: string): boolean =>
  asked !== "" &&
  folded((also as Partial<Record<Entry["name"], string>>)[name] ?? "")
    .split(" ")
    .some((_, at, all) => all.slice(at).join(" ").startsWith(asked));
