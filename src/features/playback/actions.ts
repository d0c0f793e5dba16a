/** Finds what to play. */
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import type { Files, MediaFile } from "../../platform/media/files.ts";
import type { Rendition } from "../../platform/media/segments.ts";
import { editorRole } from "../shows/rights.ts";
import { digestOf, keyOf, type Purpose, requirePlayable } from "./rules.ts";
import { findPlayable } from "./store.ts";
import { externalUrl, renditionUrl } from "./views.ts";

type Request = Readonly<{
  episode_id: number;
  purpose: Purpose;
  key: string | undefined;
  viewer: Viewer | null;
  baseUrl: string;
}>;

/**
 * The address of an episode's audio for this caller. Fails with not-found for who may not know of
 * it or where there is no audio yet, with forbidden where downloads are switched off.
 */
export async function locateAudio({ db }: Deps, request: Request): Promise<string> {
  const { purpose, key, viewer, baseUrl } = request;
  const episode = await findPlayable(db, request.episode_id);
  if (episode === undefined) throw notFound("episode");
  const editor = (await editorRole(db, viewer, episode)) !== null;
  requirePlayable(episode, purpose, { editor, key });
  const digest = episode.media_key && digestOf(episode.media_key);
  if (digest) return renditionUrl({ digest, permalink: episode.permalink }, purpose, baseUrl);
  const link = episode.type === "EXTERNAL" ? externalUrl(episode.media_url) : null;
  if (link === null) throw notFound("audio");
  return link;
}

/** The rendition under a digest; null when there is none. */
export async function findRendition(files: Files, digest: string): Promise<Rendition | null> {
  return renditionOf(digest, await files.open(keyOf(digest)));
}

/** The same without waiting: null also when it is not at hand. */
export const peekRendition = (files: Files, digest: string): Rendition | null =>
  renditionOf(digest, files.peek(keyOf(digest)));

/** Today a rendition is one stored file as it stands. */
function renditionOf(digest: string, file: MediaFile | null): Rendition | null {
  if (file === null) return null;
  const { bytes, modifiedAt } = file;
  file.release();
  const segments = [{ key: keyOf(digest), start: 0, bytes }];
  return { digest, contentType: "audio/mpeg", segments, bytes, modifiedAt };
}
