/** Restricts redirect targets from user input to paths of this server. */

const HERE = "http://here.invalid";

/**
 * `text` as a path with its query; null for anything that leads to another host: complete URLs, `//host`, `/\host`, and
 * variants with tabs and dots that browsers normalise.
 */
export function localPath(text: string | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const { origin, pathname, search } = new URL(text, HERE);
  return origin !== HERE || pathname.startsWith("//") ? null : pathname + search;
}
