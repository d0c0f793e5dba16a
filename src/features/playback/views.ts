/** Addresses of audio, and the name that a downloaded file gets; pure. */
import { queryOf, type Via } from "./rules.ts";

type Named = { digest: string; permalink: string };

/**
 * Where a rendition is served. The slug is for people and for the names of files alone: any will
 * do. The permalink of an imported episode may hold any letter, so it is escaped.
 */
export const renditionUrl = ({ digest, permalink }: Named, via: Via, baseUrl: string): string =>
  `${baseUrl}/media/r/${digest}/${encodeURIComponent(permalink)}.mp3${queryOf(via)}`;

/** The address of a link as a header may hold it: letters beyond ASCII escaped. Null when it is none. */
export function externalUrl(media_url: string | null): string | null {
  const url = URL.parse(media_url ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

/** `Content-Disposition` of a download (RFC 6266): the name in ASCII, and as it is (RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, "_");
  if (plain === name) return `attachment; filename="${name}"`;
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
