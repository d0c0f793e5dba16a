/** Makes an episode of a server what an archive says, part by part; what is so already stays. */

import type { Longwave, Name } from "../../../../clients/typescript/src/client.ts";
import { upload } from "../../../../clients/typescript/src/upload.ts";
import type { Fields } from "../fields.ts";
import { readUntil } from "../waiting.ts";
import { changedFields } from "./comparing.ts";
import { type EpisodeRecord, isSame } from "./format.ts";
import type { Media } from "./reading.ts";
import { type Paths, pascal, readEpisode, type StoredEpisode } from "./server.ts";

/** Fields as the API clears them: with an empty text. */
export const sentFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? ""]));

/** The form of an image, with a name because forms need one. */
export const imageForm = (
  { sha256, crop }: NonNullable<EpisodeRecord["image"]>,
  media: Media,
): Fields => ({
  image_file: new File([media(sha256)], "image"),
  ...(crop === null ? {} : { image_crop: crop }),
});

/** Creates the episode as a draft that nothing publishes, and returns its id. */
export async function createEpisode(
  longwave: Longwave,
  show_id: number,
  { guid, fields }: EpisodeRecord,
): Promise<number> {
  const { title, ...others } = sentFields(fields);
  const draft = { ...others, title: String(title), show_id, rss_guid: guid, auto_published_at: "" };
  return (await longwave.createEpisodeDraft(draft as never)).episode.episode_id;
}

/** Sends the audio unless the episode has it, or is still being encoded: what was sent before may be the same. */
export async function sendAudio(
  longwave: Longwave,
  { episode_id, record, encoding }: StoredEpisode,
  { audio }: EpisodeRecord,
  media: Media,
): Promise<void> {
  if (audio === null || isSame(audio, record.audio) || encoding.isRunning) return;
  // Unpublished episodes stay so, whatever they were waiting for.
  const unpublished = record.published_at === null ? { auto_published_at: "" } : {};
  const source =
    "url" in audio
      ? { type: "EXTERNAL", media_url: audio.url }
      : { upload_id: await upload(longwave, media(audio.sha256)) };
  await longwave.updateEpisode({ episode_id, ...unpublished, ...source } as never);
}

/** The episode, when nothing of it is being encoded any more. */
export async function settled(
  longwave: Longwave,
  episode_id: number,
  paths: Paths = new Map(),
): Promise<StoredEpisode> {
  await readUntil(
    async () => (await longwave.getEpisode({ episode_id })).episode,
    ({ type, encoding_status: status }) =>
      type === "DRAFT" || status === "READY" || status === "ERROR",
  );
  return readEpisode(longwave, episode_id, paths);
}

/** Changes whatever differs, publication last. */
export async function changeEpisode(
  longwave: Longwave,
  stored: StoredEpisode,
  wanted: EpisodeRecord,
  media: Media,
): Promise<void> {
  const { episode_id, record } = stored;
  const fields = changedFields(wanted.fields, record.fields);
  if (Object.keys(fields).length > 0)
    await longwave.updateEpisode({ episode_id, ...sentFields(fields) } as never);
  if (wanted.image !== null && !isSame(wanted.image, record.image))
    await longwave.updateEpisode({ episode_id, ...imageForm(wanted.image, media) } as never);
  await changeChapters(longwave, stored, wanted, media);
  if (!isSame(wanted.cuepoints, record.cuepoints))
    await longwave.setEpisodeCuepoints({ episode_id, cuepoints: wanted.cuepoints as never });
  await changeTranscripts(longwave, stored, wanted, media);
  for (const [tag, value] of Object.entries(changedFields(wanted.tags, record.tags)))
    await longwave.call(`setEpisode${pascal(tag)}` as Name, { episode_id, [tag]: value } as never);
  await publish(longwave, stored, wanted);
}

/** Chapters are recognised by their starts, of which an episode has each once. */
async function changeChapters(
  longwave: Longwave,
  { episode_id, record, chapter_ids }: StoredEpisode,
  { chapters }: EpisodeRecord,
  media: Media,
): Promise<void> {
  const starts = new Set(chapters.map(({ starts_at }) => starts_at));
  const known = new Map(
    record.chapters.map((chapter, at) => [
      chapter.starts_at,
      { chapter, chapter_id: chapter_ids[at] ?? 0 },
    ]),
  );
  for (const [start, { chapter_id }] of known)
    if (!starts.has(start)) await longwave.deleteEpisodeChapter({ episode_id, chapter_id });
  for (const { image, ...fields } of chapters) {
    const present = known.get(fields.starts_at);
    if (isSame(present?.chapter ?? null, { image, ...fields })) continue;
    const form = {
      ...sentFields(fields),
      ...(image === null ? {} : imageForm(image, media)),
    };
    if (present === undefined)
      await longwave.createEpisodeChapter({ episode_id, ...form } as never);
    else {
      const { chapter_id, chapter } = present;
      const removal = image === null && chapter.image !== null ? { image_file: "remove" } : {};
      await longwave.updateEpisodeChapter({ episode_id, chapter_id, ...form, ...removal } as never);
    }
  }
}

/** Transcripts have no name of their own, so a list that differs is replaced. */
async function changeTranscripts(
  longwave: Longwave,
  { episode_id, record, transcript_ids }: StoredEpisode,
  { transcripts }: EpisodeRecord,
  media: Media,
): Promise<void> {
  if (isSame(transcripts, record.transcripts)) return;
  for (const transcript_id of transcript_ids)
    await longwave.deleteEpisodeTranscript({ episode_id, transcript_id });
  for (const { source, language, rel } of transcripts) {
    const sent =
      "url" in source
        ? source
        : { transcript_file: new File([media(source.sha256)], "transcript") };
    const described = {
      ...(language === null ? {} : { language }),
      ...(rel === null ? {} : { rel }),
    };
    await longwave.createEpisodeTranscript({ episode_id, ...sent, ...described } as never);
  }
}

/** What is published stays so, with the date of the archive; a date that is due comes after everything else. */
async function publish(
  longwave: Longwave,
  { episode_id, record }: StoredEpisode,
  { published_at, auto_published_at }: EpisodeRecord,
): Promise<void> {
  if (published_at !== null && published_at !== record.published_at)
    await longwave.updateEpisode({ episode_id, published_at });
  if (published_at === null && record.published_at === null)
    if (auto_published_at !== record.auto_published_at)
      await longwave.updateEpisode({ episode_id, auto_published_at: auto_published_at ?? "" });
}
