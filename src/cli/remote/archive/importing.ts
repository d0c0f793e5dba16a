/** Makes a show of a server what an archive says. Idempotent: a second run, or one after a break, finds what is done. */
import type { Longwave, Name } from "../../../../clients/typescript/src/client.ts";
import { changedFields, dueAt, episodeDifferences, showDifferences } from "./comparing.ts";
import type { ShowArchive } from "./contents.ts";
import {
  changeEpisode,
  createEpisode,
  imageForm,
  sendAudio,
  sentFields,
  settled,
} from "./episodes.ts";
import { type EpisodeRecord, isSame, type ShowRecord } from "./format.ts";
import type { Media, OpenShow } from "./reading.ts";
import { listEpisodeIds, pascal, readEpisode, readShow, type StoredEpisode } from "./server.ts";

/** A record that an import creates or changes. */
export type Change = Readonly<{
  record: "organization" | "show" | "episode" | "advertiser" | "campaign" | "lineitem";
  /** Null of an organization and its advertising. */
  guid: string | null;
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
export type Left = Readonly<{ guid: string | null; title: string; parts: readonly string[] }>;

export type Progress = (text: string) => void;

const titleOf = ({ fields }: ShowRecord | EpisodeRecord): string => String(fields.title);

/** Times of the API. */
const timeNow = (): string => new Date().toISOString().slice(0, 19).replace("T", " ");

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

/** What an import into this show, or into a new one, would do, without doing it. */
export async function planShow(
  longwave: Longwave,
  { show, episodes }: ShowArchive,
  show_id: number | null,
): Promise<Plan> {
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

/** The show to change; without an id, one that is created for the author, or for the caller. */
export type Target = Readonly<{ show_id: number | null; author_id?: number }>;

/** Imports the show, and returns its id with what could not be made the same. */
export async function importShow(
  longwave: Longwave,
  { show, episodes, media }: OpenShow,
  target: Target,
  progress: Progress,
): Promise<{ show_id: number; left: Left[] }> {
  const show_id = target.show_id ?? (await createShow(longwave, show, target));
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

async function createShow(
  longwave: Longwave,
  { guid, fields }: ShowRecord,
  { author_id }: Target,
): Promise<number> {
  const author = author_id === undefined ? {} : { author_id };
  const { show } = await longwave.createShow({ ...sentFields(fields), guid, ...author } as never);
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
