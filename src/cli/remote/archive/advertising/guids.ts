/** Turns ids of shows and episodes into GUIDs, and GUIDs into the ids of another server. */
import type { Longwave } from "../../../../../clients/typescript/src/client.ts";
import { UsageError } from "../../../errors.ts";
import { plain } from "../../output.ts";
import type { ShowArchive } from "../contents.ts";
import { findShowId } from "../finding.ts";
import { listEpisodeIds, nullIfMissing } from "../server.ts";
import { type EpisodeTarget, entryName, type LineitemRecord } from "./format.ts";

export type Guids = Readonly<{
  addShow(show_id: number, guid: string): void;
  addEpisode(episode_id: number, target: EpisodeTarget): void;
  /** Null: the show cannot be read. */
  show(show_id: number): Promise<string | null>;
  episode(episode_id: number): Promise<EpisodeTarget | null>;
}>;

/** Knows what was added, and asks the server for everything else. */
export function createGuids(longwave: Longwave): Guids {
  const shows = new Map<number, string | null>();
  const episodes = new Map<number, EpisodeTarget | null>();
  const show = async (show_id: number): Promise<string | null> => {
    const known = shows.get(show_id);
    if (known !== undefined) return known;
    const found = await longwave.getShow({ show_id }).catch(nullIfMissing);
    const guid = found?.show.guid ?? null;
    shows.set(show_id, guid);
    return guid;
  };
  return {
    addShow: (show_id, guid) => void shows.set(show_id, guid),
    addEpisode: (episode_id, target) => void episodes.set(episode_id, target),
    show,
    async episode(episode_id) {
      const known = episodes.get(episode_id);
      if (known !== undefined) return known;
      const found = await longwave.getEpisode({ episode_id }).catch(nullIfMissing);
      const guid = found && (await show(found.episode.show_id));
      const target = guid && { show: guid, episode: found.episode.rss_guid };
      episodes.set(episode_id, target || null);
      return target || null;
    },
  };
}

/** Ids by GUIDs; null: the archive has it, and the server does not have it yet. */
export type Ids = Readonly<{
  show(guid: string): number | null;
  episode(target: EpisodeTarget): number | null;
}>;

const keyOf = ({ show, episode }: EpisodeTarget): string => JSON.stringify([show, episode]);

/**
 * Finds everything that line items are targeted at. Throws if something is neither in the archive nor on the server.
 * `known`: ids of the organization's shows by GUID.
 */
export async function resolveTargets(
  longwave: Longwave,
  lineitems: readonly LineitemRecord[],
  archived: readonly ShowArchive[],
  known: ReadonlyMap<string, number>,
): Promise<Ids> {
  const own = new Map(archived.map(({ show, episodes }) => [show.guid, episodes]));
  const shows = new Map<string, number | null>();
  const episodes = new Map<string, number | null>();
  const missing = (at: number, what: string) =>
    new UsageError(
      plain(
        `${entryName("lineitems", at + 1)} is targeted at ${what}, which is neither in the archive nor among the shows that you can edit on the server. Import it first, or export again without it.`,
      ),
    );
  const findShow = async (at: number, guid: string): Promise<void> => {
    if (shows.has(guid)) return;
    const id = known.get(guid) ?? (own.has(guid) ? null : await findShowId(longwave, guid));
    if (id === null && !own.has(guid)) throw missing(at, `show ${guid}`);
    shows.set(guid, id);
  };
  const listed = new Set<string>();
  const findEpisodes = async (guid: string): Promise<void> => {
    const id = shows.get(guid) ?? null;
    if (id === null || listed.has(guid)) return;
    listed.add(guid);
    for (const [episode, episode_id] of await episodeIds(longwave, id))
      episodes.set(keyOf({ show: guid, episode }), episode_id);
  };
  for (const [at, { target_shows, target_episodes }] of lineitems.entries()) {
    for (const guid of target_shows?.values ?? []) await findShow(at, guid);
    for (const target of target_episodes?.values ?? []) {
      await findShow(at, target.show);
      await findEpisodes(target.show);
      const isArchived = own.get(target.show)?.some(({ guid }) => guid === target.episode);
      if (!isArchived && !episodes.has(keyOf(target)))
        throw missing(at, `episode ${target.episode} of show ${target.show}`);
    }
  }
  return {
    show: (guid) => shows.get(guid) ?? null,
    episode: (target) => episodes.get(keyOf(target)) ?? null,
  };
}

/** The ids of a show's episodes by their GUIDs. */
async function episodeIds(longwave: Longwave, show_id: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const episode_id of await listEpisodeIds(longwave, show_id)) {
    const { rss_guid } = (await longwave.getEpisode({ episode_id })).episode;
    found.set(rss_guid, episode_id);
  }
  return found;
}
