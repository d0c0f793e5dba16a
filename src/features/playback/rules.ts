/** Which audio an address means, who may have it, and how it was asked for (contract §9); pure. */
import { createHash } from "node:crypto";
import { forbidden, notFound } from "../../platform/failure.ts";
import { isEpisodeOpenTo } from "../episodes/rules.ts";
import type { Playable } from "./store.ts";

/**
 * Playing leaves the audio in the player; a download leaves a file with its name; a feed's enclosure
 * is what apps fetch for either.
 */
export type Purpose = "play" | "download" | "enclosure";

/** Who asks: `editor` may listen before everyone else may. */
export type Listener = Readonly<{ editor: boolean; key: string | undefined }>;

/** Refuses who may not have the audio for this purpose: 404 where they may not know of it, else 403. */
export function requirePlayable(episode: Playable, purpose: Purpose, listener: Listener): void {
  if (!listener.editor && !isEpisodeOpenTo(episode, listener.key)) throw notFound("episode");
  // For its editors as well: they see what their listeners meet.
  if (purpose === "download" && !episode.download_enabled)
    throw forbidden("This episode may be played, not downloaded.", "download-disabled");
}

/** `audio/<sha256>.mp3`: the files that are delivered, as opposed to what was uploaded. */
const DELIVERED = /^audio\/([0-9a-f]{64})\.mp3$/;

export const isDelivered = (media_key: string): boolean => DELIVERED.test(media_key);

/** The digest in the key of a delivered file. Throws for every other file. */
export function mediaDigest(media_key: string): Buffer {
  const digest = DELIVERED.exec(media_key)?.[1];
  if (digest === undefined) throw new Error(`${media_key} is no audio that is delivered`);
  return Buffer.from(digest, "hex");
}

/** What is pinned for a playback session, wherever its requests come from. */
export const sessionKey = (session: string): Buffer =>
  createHash("sha256").update(`session ${session}`).digest();

/** How an address of a rendition was come by. Everything but `enclosure` is told by its query. */
export type Via = Readonly<{ purpose: Purpose; preview: boolean }>;

/** The query of a rendition's address; the order is part of it, so that caches see one address. */
export function queryOf({ purpose, preview }: Via): string {
  const parts = [
    ...(purpose === "download" ? ["download=1"] : []),
    ...(preview ? ["via=preview"] : purpose === "play" ? ["via=play"] : []),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** What `queryOf` says, read again. */
export const viaOf = (query: { download?: string | undefined; via?: string | undefined }): Via => ({
  purpose: query.download === "1" ? "download" : query.via === "play" ? "play" : "enclosure",
  preview: query.via === "preview",
});
