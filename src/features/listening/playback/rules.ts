/** Rules of URLs of audio and of the purpose of a request (contract §9); pure. */
import { createHash } from "node:crypto";

/**
 * `play` streams the audio in a player, `download` saves it as a named file, and `enclosure` is the URL in feeds, which
 * apps use for either.
 */
export type Purpose = "play" | "download" | "enclosure";

/** `audio/<sha256>.mp3`: delivered files, as opposed to uploads. */
const DELIVERED = /^audio\/([0-9a-f]{64})\.mp3$/;

export const isDelivered = (media_key: string): boolean => DELIVERED.test(media_key);

/** The digest in the key of a delivered file. Throws for every other file. */
export function mediaDigest(media_key: string): Buffer {
  const digest = DELIVERED.exec(media_key)?.[1];
  if (digest === undefined) throw new Error(`${media_key} is no audio that is delivered`);
  return Buffer.from(digest, "hex");
}

/** The pin key of a playback session, whatever IP address its requests come from. */
export const sessionKey = (session: string): Buffer =>
  createHash("sha256").update(`session ${session}`).digest();

/**
 * `r`: renditions that everyone may hear. `signed`: others at an edge, whose addresses are valid for as long as their
 * ticket is.
 */
export type Folder = "r" | "signed";

/** How the URL of a rendition was obtained. Everything except `enclosure` is marked in its query. */
export type LinkOptions = Readonly<{ purpose: Purpose; preview: boolean }>;

/** The query of a rendition's URL, in a fixed order, so that caches see one URL. `ticket`: at an edge. */
export function queryOf({ purpose, preview }: LinkOptions, ticket: string | null = null): string {
  const parts = [
    ...(purpose === "download" ? ["download=1"] : []),
    ...(preview ? ["via=preview"] : purpose === "play" ? ["via=play"] : []),
    ...(ticket === null ? [] : [`ticket=${ticket}`]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** The inverse of `queryOf`. */
export const linkOptionsOf = (query: {
  download?: string | undefined;
  via?: string | undefined;
}): LinkOptions => ({
  purpose: query.download === "1" ? "download" : query.via === "play" ? "play" : "enclosure",
  preview: query.via === "preview",
});
