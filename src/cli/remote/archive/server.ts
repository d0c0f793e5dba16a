/** Reads a show from a server as an archive has it, with the paths of its files. */
import type { Longwave, Name } from "../../../../clients/typescript/src/client.ts";
import { LongwaveError } from "../../../../clients/typescript/src/errors.ts";
import { each } from "../../../../clients/typescript/src/pages.ts";
import type { Fields } from "../fields.ts";
import {
  EPISODE_FIELDS,
  EPISODE_TAGS,
  type EpisodeRecord,
  episodeShape,
  FEED_FIELDS,
  type FileReference,
  type ImageReference,
  SHOW_FIELDS,
  SHOW_TAGS,
  type ShowRecord,
  showShape,
} from "./format.ts";

/** Where the server has each file, by digest. */
export type Paths = Map<string, string>;

/** An episode of a server, with the state of its audio: of a draft that has none, nothing is encoded. */
export type StoredEpisode = Readonly<{
  episode_id: number;
  record: EpisodeRecord;
  encoding: Readonly<{ isRunning: boolean; error: string | null }>;
  chapter_ids: readonly number[];
  transcript_ids: readonly number[];
}>;

export const picked = (names: readonly string[], from: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

/** `update_frequency` → `UpdateFrequency`, as operations are called. */
export const pascal = (snake: string): string =>
  snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export async function readShow(
  longwave: Longwave,
  show_id: number,
  paths: Paths,
): Promise<ShowRecord> {
  // The first question is one that only editors are answered.
  const { metadata } = await longwave.getShowFeedSettings({ show_id });
  const { show } = await longwave.getShow({ show_id });
  return showShape.parse({
    guid: show.guid,
    fields: picked(SHOW_FIELDS, show),
    feed: picked(FEED_FIELDS, metadata),
    image: await imageAt(longwave, `/v2/shows/${show_id}/original-image`, paths),
    tags: await tagsOf(longwave, "Show", SHOW_TAGS, { show_id }),
  });
}

/** The ids of a show's episodes, in the order in which they were created. */
export async function listEpisodeIds(longwave: Longwave, show_id: number): Promise<number[]> {
  const ids: number[] = [];
  const query = { show_id, filter: "editable", limit: 100 } as const;
  for await (const { episode_id } of each(longwave, "listShowEpisodes", query))
    ids.push(episode_id);
  return ids.sort((a, b) => a - b);
}

export async function readEpisode(
  longwave: Longwave,
  episode_id: number,
  paths: Paths,
): Promise<StoredEpisode> {
  const { episode } = await longwave.getEpisode({ episode_id });
  const path = `/v2/episodes/${episode_id}`;
  const { chapters, chapter_ids } = await chaptersOf(longwave, episode_id, paths);
  const { transcripts, transcript_ids } = await transcriptsOf(longwave, episode_id, paths);
  const { cuepoints } = await longwave.listEpisodeCuepoints({ episode_id });
  const audio =
    episode.type === "EXTERNAL"
      ? { url: episode.media_url ?? "" }
      : await audioAt(longwave, `${path}/original-audio`, paths);
  const record = episodeShape.parse({
    guid: episode.rss_guid,
    fields: picked(EPISODE_FIELDS, episode),
    published_at: episode.published_at,
    auto_published_at: episode.auto_published_at,
    audio,
    image: await imageAt(longwave, `${path}/original-image`, paths),
    chapters,
    cuepoints,
    transcripts,
    tags: await tagsOf(longwave, "Episode", EPISODE_TAGS, { episode_id }),
  });
  const { type, encoding_status: status, encoding_error } = episode;
  const encoding = {
    isRunning: type !== "DRAFT" && (status === "PENDING" || status === "PROCESSING"),
    error: type !== "DRAFT" && status === "ERROR" ? (encoding_error ?? "failed") : null,
  };
  return { episode_id, record, encoding, chapter_ids, transcript_ids };
}

async function chaptersOf(longwave: Longwave, episode_id: number, paths: Paths) {
  const chapters: EpisodeRecord["chapters"] = [];
  const chapter_ids: number[] = [];
  const query = { episode_id, limit: 100 };
  for await (const chapter of each(longwave, "listEpisodeChapters", query)) {
    const { chapter_id, starts_at, title, external_url } = chapter;
    const path = `/v2/episodes/${episode_id}/chapters/${chapter_id}/original-image`;
    const image = chapter.image_url === null ? null : await imageAt(longwave, path, paths);
    chapters.push({ starts_at, title, external_url, image });
    chapter_ids.push(chapter_id);
  }
  return { chapters, chapter_ids };
}

async function transcriptsOf(longwave: Longwave, episode_id: number, paths: Paths) {
  const listed = (await longwave.listEpisodeTranscripts({ episode_id })).transcripts;
  // The server lists them in an order of its own, which has to be the same everywhere.
  const sorted = listed.toSorted((a, b) => a.transcript_id - b.transcript_id);
  const transcripts = sorted.map(({ url, type, language, rel, bytes }) => {
    if (bytes === null) return { source: { url, type }, language, rel };
    const { pathname } = new URL(url);
    const sha256 = /\/([0-9a-f]{64})\.\w{1,8}$/.exec(pathname)?.[1] ?? "";
    paths.set(sha256, pathname);
    return { source: { sha256, bytes }, language, rel };
  });
  return { transcripts, transcript_ids: sorted.map(({ transcript_id }) => transcript_id) };
}

async function tagsOf(
  longwave: Longwave,
  owner: "Show" | "Episode",
  tags: readonly string[],
  id: Fields,
): Promise<Fields> {
  const found: Fields = {};
  for (const tag of tags) {
    const { answer } = await longwave.call(`get${owner}${pascal(tag)}` as Name, id as never);
    found[tag] = (answer as Fields)[tag];
  }
  return found;
}

async function audioAt(
  longwave: Longwave,
  path: string,
  paths: Paths,
): Promise<FileReference | null> {
  const found = await imageAt(longwave, path, paths);
  return found && { sha256: found.sha256, bytes: found.bytes };
}

/** What the server says of an original; null if there is none. */
export async function imageAt(
  longwave: Longwave,
  path: string,
  paths: Paths,
): Promise<ImageReference> {
  const response = await longwave.send(path, { method: "HEAD" }).catch(nullIfMissing);
  if (response === null) return null;
  const { headers } = response;
  const sha256 = /^"([0-9a-f]{64})"$/.exec(headers.get("etag") ?? "")?.[1] ?? "";
  paths.set(sha256, path);
  return {
    sha256,
    bytes: Number(headers.get("content-length")),
    crop: headers.get("longwave-image-crop"),
  };
}

export function nullIfMissing(error: unknown): null {
  if (error instanceof LongwaveError && error.status === 404) return null;
  throw error;
}
