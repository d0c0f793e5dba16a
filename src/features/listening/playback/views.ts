/** Builds the URLs of audio and the names of downloaded files; pure. */
import { type Folder, type LinkOptions, queryOf } from "./rules.ts";

type Named = { digest: string; permalink: string };

/**
 * The URL of a rendition. The slug is only for people and file names: any slug works. The permalink of an imported
 * episode may contain any letter, so it is escaped.
 */
export const renditionUrl = (
  { digest, permalink }: Named,
  via: LinkOptions,
  baseUrl: string,
  { folder, ticket }: Readonly<{ folder: Folder; ticket: string | null }> = HERE,
): string =>
  `${baseUrl}/media/${folder}/${digest}/${encodeURIComponent(permalink)}.mp3${queryOf(via, ticket)}`;

const HERE = { folder: "r", ticket: null } as const;

/** The URL of a link in the form for a header, with non-ASCII characters escaped. Null if it is not a URL. */
export function externalUrl(media_url: string | null): string | null {
  const url = URL.parse(media_url ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

/** `Content-Disposition` of a download (RFC 6266): the name in ASCII, and the original name (RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, "_");
  if (plain === name) return `attachment; filename="${name}"`;
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
