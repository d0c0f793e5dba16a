/** Targets of redirects that people can write themselves: paths of this server and nothing else. */

const HERE = "http://here.invalid";

/**
 * `text` as a path with its query; null for anything that leads elsewhere: whole addresses,
 * `//host`, `/\host`, and whatever browsers make of tabs and dots in between.
 */
export function localPath(text: string | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const { origin, pathname, search } = new URL(text, HERE);
  return origin !== HERE || pathname.startsWith("//") ? null : pathname + search;
}
