/** Collects what surrounds an episode on its page: people, funding, messages, other episodes of the show. */
import type { Deps } from "../../../deps.ts";
import { findEpisodeTags, findShowTags } from "../../distribution/feedtags/store.ts";
import { listMessages } from "../../listening/messages/store.ts";
import { messageView } from "../../listening/messages/views.ts";
import { findListPosition, listEpisodes } from "../../publishing/episodes/lists/store.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { isOpenTo } from "../../publishing/shows/rights.ts";
import type { EpisodeContext, Person } from "./episodeparts.ts";
import { findShowCards } from "./store.ts";

const MESSAGES = 20;
const PEOPLE = 20;
const FUNDING = 3;
const MORE = 3;

type Call = Readonly<{ baseUrl: string; query: Readonly<{ key?: string | undefined }> }>;

/** What strangers may see around the episode with the key of the call. */
export async function findContext(
  { db }: Pick<Deps, "db">,
  { baseUrl, query }: Call,
  row: EpisodeRow,
): Promise<EpisodeContext> {
  const { episode_id, show_id } = row;
  const [cards, ofEpisode, ofShow, messages, others] = await Promise.all([
    findShowCards(db, [show_id]),
    findEpisodeTags(db, [episode_id]),
    findShowTags(db, show_id),
    listMessages(db, { episode_id, last_id: undefined, limit: MESSAGES }),
    isShowOpen(row, query.key) ? othersOf(db, row, baseUrl) : NO_OTHERS,
  ]);
  const people = ofEpisode.get(episode_id)?.persons ?? ofShow.persons ?? [];
  return {
    language: cards.get(show_id)?.language ?? "en",
    people: people.slice(0, PEOPLE).map(personView),
    funding: (ofShow.funding ?? []).filter(({ url }) => isWeb(url)).slice(0, FUNDING),
    messages: messages.slice(0, MESSAGES).map((message) => messageView(message, baseUrl)),
    ...others,
  };
}

const personView = ({ name, role, url }: { name: string } & Partial<Person>): Person => ({
  name,
  role: role ?? null,
  url: url != null && isWeb(url) ? url : null,
});

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

/** The key of an episode opens only this one. */
export const isShowOpen = (row: EpisodeRow, key: string | undefined): boolean =>
  isOpenTo(
    {
      show_id: row.show_id,
      author_id: row.show_author_id,
      visibility: row.show_visibility,
      limited_key: row.show_limited_key,
    },
    key,
  );

const NO_OTHERS = { more: [], previous: null, next: null };

/** The latest others of the show, and the neighbours in time; each is the top of an index. */
async function othersOf(db: Deps["db"], { episode_id, show_id }: EpisodeRow, baseUrl: string) {
  const of = { column: "show_id", id: show_id } as const;
  const after = (await findListPosition(db, episode_id)) ?? null;
  const list = (options: { oldest: boolean; limit: number; after: typeof after }) =>
    listEpisodes(db, { of, editable: false, ...options });
  const [latest, older, newer] = await Promise.all([
    list({ oldest: false, after: null, limit: MORE }),
    list({ oldest: false, after, limit: 1 }),
    list({ oldest: true, after, limit: 1 }),
  ]);
  const view = (row: (typeof latest)[number]) => episodeSummaryView(row, baseUrl);
  return {
    more: latest
      .filter((other) => other.episode_id !== episode_id)
      .slice(0, MORE)
      .map(view),
    previous: older[0] === undefined ? null : view(older[0]),
    next: newer[0] === undefined ? null : view(newer[0]),
  };
}
