/** Makes a show of a server what an archive says. Idempotent: a second run, or one after a break, finds what is done. */
import type { Longwave, Name } from "../../../../clients/typescript/src/client.ts";
import { each } from "../../../../clients/typescript/src/pages.ts";
import { changedFields, dueAt, episodeDifferences, showDifferences } from "./comparing.ts";
import {
  changeEpisode,
  createEpisode,
  imageForm,
  type Media,
  sendAudio,
  sentFields,
  settled,
} from "./episodes.ts";
import { type EpisodeRecord, isSame, type ShowRecord } from "./format.ts";
import type { OpenArchive } from "./reading.ts";
import { listEpisodeIds, pascal, readEpisode, readShow, type StoredEpisode } from "./server.ts";

/** A record that an import creates or changes. */
export type Change = Readonly<{
  record: "show" | "episode";
  guid: string;
  title: string;
  action: "create" | "update";
  /** What differs, such as `fields.title`; empty for a record that is created. */
  parts: readonly string[];
}>;

export type Plan = Readonly<{
  show_id: number | null;
  changes: readonly Change[];
  unchanged: number;
}>;

/** What of a record the server keeps in another form than the archive has it. */
export type Left = Readonly<{ guid: string; title: string; parts: readonly string[] }>;

export type Progress = (text: string) => void;

const titleOf = ({ fields }: ShowRecord | EpisodeRecord): string => String(fields.title);

/** Times of the API. */
const timeNow = (): string => new Date().toISOString().slice(0, 19).replace("T", " ");

/** The show with this GUID among those that the caller can edit. */
async function findShowId(longwave: Longwave, guid: string): Promise<number | null> {
  const query = {
    user_id: "me",
    filter: "editable",
    access_level: ["AUTHOR", "SHOW_COLLABORATOR", "USER_COLLABORATOR"],
    limit: 100,
  };
  for await (const { show_id } of each(longwave, "listUserShows", query as never))
    if ((await longwave.getShow({ show_id })).show.guid === guid) return show_id;
  return null;
}

async function storedEpisodes(
  longwave: Longwave,
  show_id: number,
): Promise<Map<string, StoredEpisode>> {
  const found = new Map<string, StoredEpisode>();
  for (const id of await listEpisodeIds(longwave, show_id)) {
    const episode = await readEpisode(longwave, id, new Map());
    found.set(episode.record.guid, episode);
  }
  return found;
}

/** What an import would do, without doing it. */
export async function planImport(longwave: Longwave, archive: OpenArchive): Promise<Plan> {
  const { show, episodes } = archive;
  const show_id = await findShowId(longwave, show.guid);
  const known = show_id === null ? null : await storedEpisodes(longwave, show_id);
  const now = timeNow();
  const all = [
    changeOf(
      "show",
      show,
      show_id === null ? null : showDifferences(show, await readShow(longwave, show_id, new Map())),
    ),
    ...episodes.map((episode) => {
      const stored = known?.get(episode.guid);
      const parts = stored ? episodeDifferences(dueAt(episode, now), stored.record) : null;
      return changeOf("episode", episode, parts);
    }),
  ];
  const changes = all.filter(({ action, parts }) => action === "create" || parts.length > 0);
  return { show_id, changes, unchanged: all.length - changes.length };
}

const changeOf = (
  record: Change["record"],
  wanted: ShowRecord | EpisodeRecord,
  parts: readonly string[] | null,
): Change => ({
  record,
  guid: wanted.guid,
  title: titleOf(wanted),
  action: parts === null ? "create" : "update",
  parts: parts ?? [],
});

/** Imports the show, and returns its id with what could not be made the same. */
export async function importShow(
  longwave: Longwave,
  { show, episodes, media }: OpenArchive,
  progress: Progress,
): Promise<{ show_id: number; left: Left[] }> {
  const show_id = (await findShowId(longwave, show.guid)) ?? (await createShow(longwave, show));
  await changeShow(longwave, show_id, show, media);
  const known = await storedEpisodes(longwave, show_id);
  const count = `${episodes.length} episodes`;
  // All audio is sent first, so that the server encodes while the rest is sent.
  const ids: number[] = [];
  for (const [at, episode] of episodes.entries()) {
    progress(`Sending episode ${at + 1} of ${count}`);
    ids.push(await sendEpisode(longwave, show_id, episode, known.get(episode.guid), media));
  }
  const left: Left[] = [];
  for (const [at, episode] of episodes.entries()) {
    progress(`Finishing episode ${at + 1} of ${count}`);
    const parts = await finishEpisode(longwave, ids[at] ?? 0, episode, media);
    if (parts.length > 0) left.push({ guid: episode.guid, title: titleOf(episode), parts });
  }
  const parts = showDifferences(show, await readShow(longwave, show_id, new Map()));
  if (parts.length > 0) left.unshift({ guid: show.guid, title: titleOf(show), parts });
  return { show_id, left };
}

async function createShow(longwave: Longwave, { guid, fields }: ShowRecord): Promise<number> {
  const { show } = await longwave.createShow({ ...sentFields(fields), guid } as never);
  return show.show_id;
}

async function changeShow(
  longwave: Longwave,
  show_id: number,
  wanted: ShowRecord,
  media: Media,
): Promise<void> {
  const stored = await readShow(longwave, show_id, new Map());
  const parts = showDifferences(wanted, stored);
  const fields = changedFields(wanted.fields, stored.fields);
  if (Object.keys(fields).length > 0)
    await longwave.updateShow({ show_id, ...sentFields(fields) } as never);
  if (wanted.image !== null && parts.includes("image"))
    await longwave.updateShow({ show_id, ...imageForm(wanted.image, media) } as never);
  const feed = changedFields(wanted.feed, stored.feed);
  if (Object.keys(feed).length > 0)
    await longwave.updateShowFeedSettings({ show_id, ...sentFields(feed) } as never);
  for (const [tag, value] of Object.entries(changedFields(wanted.tags, stored.tags)))
    await longwave.call(`setShow${pascal(tag)}` as Name, { show_id, [tag]: value } as never);
}

async function sendEpisode(
  longwave: Longwave,
  show_id: number,
  wanted: EpisodeRecord,
  present: StoredEpisode | undefined,
  media: Media,
): Promise<number> {
  const episode_id = present?.episode_id ?? (await createEpisode(longwave, show_id, wanted));
  const stored = present ?? (await readEpisode(longwave, episode_id, new Map()));
  await sendAudio(longwave, stored, wanted, media);
  return episode_id;
}

/** Waits for the audio, and changes what it brought along. Returns what still differs. */
async function finishEpisode(
  longwave: Longwave,
  episode_id: number,
  archived: EpisodeRecord,
  media: Media,
): Promise<string[]> {
  let stored = await settled(longwave, episode_id);
  if (archived.audio !== null && !isSame(archived.audio, stored.record.audio)) {
    if (stored.encoding.error !== null) return [`audio (${stored.encoding.error})`];
    // Something else was being encoded before.
    await sendAudio(longwave, stored, archived, media);
    stored = await settled(longwave, episode_id);
  }
  const wanted = dueAt(archived, timeNow());
  if (episodeDifferences(wanted, stored.record).length === 0) return [];
  await changeEpisode(longwave, stored, wanted, media);
  const { record } = await readEpisode(longwave, episode_id, new Map());
  return episodeDifferences(wanted, record);
}
