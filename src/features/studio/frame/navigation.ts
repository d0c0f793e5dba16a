/**
 * The navigation of the studio as data. A feature that adds a page adds its line here; a page that does not exist is not
 * listed (`frame.test.ts` compares the lines with the pages of the server). Pure.
 */
import type { FrameWords } from "./words/en.ts";

/** `name` is the key of its text in `words`; all names of the plan have a text already. */
export type Entry = Readonly<{
  name: keyof FrameWords["entries"];
  path: string;
  /** The part of the page to begin at. */
  at?: string;
}>;

/** Pages about everything that the person makes. */
export const STUDIO: readonly Entry[] = [
  { name: "home", path: "/studio" },
  { name: "shows", path: "/studio/shows" },
  { name: "episodes", path: "/studio/episodes" },
  { name: "calendar", path: "/studio/calendar", at: "#today" },
  { name: "messages", path: "/studio/messages" },
  { name: "numbers", path: "/studio/numbers" },
];

/** The entry of people who may read the advertising of a team. */
const ADS: Entry = { name: "ads", path: "/studio/ads" };

/** The pages about advertising, as its tabs. */
export const AD_PAGES: readonly Entry[] = [
  { name: "board", path: "/studio/ads" },
  { name: "campaigns", path: "/studio/ads/campaigns" },
  { name: "advertisers", path: "/studio/ads/advertisers" },
  { name: "inventory", path: "/studio/ads/inventory" },
  { name: "ad_reports", path: "/studio/ads/reports" },
];

/** The entry of members of an organization. */
const ORGANIZATIONS: Entry = { name: "organizations", path: "/studio/organizations" };

/** The entry of admins of the server. */
const OPERATE: Entry = { name: "operate", path: "/studio/operate" };

/** The pages of admins of the server, as their tabs. */
export const OPERATE_PAGES: readonly Entry[] = [
  { name: "health", path: "/studio/operate" },
  { name: "accounts", path: "/studio/operate/accounts" },
  { name: "reports", path: "/studio/operate/reports" },
  { name: "lists", path: "/studio/operate/lists" },
  { name: "imports", path: "/studio/operate/imports" },
  { name: "jobs", path: "/studio/operate/jobs" },
  { name: "exclusions", path: "/studio/operate/exclusions" },
  { name: "log", path: "/studio/operate/log" },
];

/** What a person is beside a creator. */
export type Standing = Readonly<{
  /** Whether they may read the advertising of a team. */
  hasAds: boolean;
  /** Whether they are a member of an organization. */
  isMember: boolean;
  /** Whether they are an admin of the server. */
  isAdmin: boolean;
}>;

/** The navigation of a person. */
export const studioEntries = ({ hasAds, isMember, isAdmin }: Standing): readonly Entry[] => [
  ...STUDIO,
  ...(hasAds ? [ADS] : []),
  ...(isMember || isAdmin ? [ORGANIZATIONS] : []),
  ...(isAdmin ? [OPERATE] : []),
];

/** Pages that begin something; search finds them, and other pages have buttons for them. */
export const BEGINNINGS: readonly Entry[] = [
  { name: "new_episode", path: "/studio/episodes/new" },
  { name: "new_show", path: "/studio/shows/new" },
  { name: "import", path: "/studio/import" },
];

/** Pages below the navigation. */
export const PERSONAL: readonly Entry[] = [
  { name: "account", path: "/settings" },
  { name: "keys", path: "/studio/keys" },
  { name: "site", path: "/" },
  { name: "sign_out", path: "/sign-out" },
];

/** Pages of one show, below `/studio/shows/<show_id>`. */
const SHOW: readonly Entry[] = [
  { name: "episodes", path: "/episodes" },
  { name: "calendar", path: "/calendar", at: "#today" },
  { name: "details", path: "" },
  { name: "feed", path: "/feed" },
  { name: "messages", path: "/messages" },
  { name: "numbers", path: "/numbers" },
  { name: "new_episode", path: "/episodes/new" },
];

/** Tabs of a show's details, below the same path. */
const SHOW_TABS: readonly Entry[] = [
  { name: "details", path: "" },
  { name: "feed", path: "/feed" },
  { name: "team", path: "/team" },
  { name: "distribution", path: "/distribution" },
  { name: "messages", path: "/messages" },
  { name: "import", path: "/import" },
  { name: "export", path: "/export" },
];

/** Pages of one episode, below `/studio/episodes/<episode_id>`; its tabs. */
const EPISODE: readonly Entry[] = [
  { name: "details", path: "" },
  { name: "audio", path: "/audio" },
  { name: "transcript", path: "/transcript" },
  { name: "links", path: "/links" },
  { name: "numbers", path: "/numbers" },
  { name: "history", path: "/history" },
];

/** Pages that only episodes have; search finds them. */
const ONLY_EPISODE: ReadonlySet<Entry["name"]> = new Set([
  "audio",
  "transcript",
  "links",
  "history",
]);

const below = (base: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, path: `${base}${entry.path}` }));

export const showEntries = (show_id: number): Entry[] => below(`/studio/shows/${show_id}`, SHOW);

export const showTabs = (show_id: number): Entry[] => below(`/studio/shows/${show_id}`, SHOW_TABS);

export const episodeEntries = (episode_id: number): Entry[] =>
  below(`/studio/episodes/${episode_id}`, EPISODE);

export const onlyEpisodeEntries = (episode_id: number): Entry[] =>
  episodeEntries(episode_id).filter(({ name }) => ONLY_EPISODE.has(name));

/** The entry that a page belongs to: the longest path that its URL starts with. The home page only leads to itself. */
export function currentEntry(entries: readonly Entry[], url: string): Entry | undefined {
  const path = url.replace(/[?#].*$/s, "");
  const holds = (entry: Entry) =>
    path === entry.path || (entry.path !== "/studio" && path.startsWith(`${entry.path}/`));
  return entries.filter(holds).sort((a, b) => b.path.length - a.path.length)[0];
}
