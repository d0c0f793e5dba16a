/** Which audio an address means, and who may have it (contract §9); pure. */
import { forbidden, notFound } from "../../platform/failure.ts";
import { isEpisodeOpenTo } from "../episodes/rules.ts";
import type { Playable } from "./store.ts";

/** Playing leaves the audio in the player; a download leaves a file with its name. */
export type Purpose = "play" | "download";

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

/** The digest that a delivered file is served under; null for every other file. */
export const digestOf = (media_key: string): string | null =>
  DELIVERED.exec(media_key)?.[1] ?? null;

export const keyOf = (digest: string): string => `audio/${digest}.mp3`;
