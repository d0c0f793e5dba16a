/** The requests that make an edge remove a rendition; pure. */

/** The blocks of `slice 1m` in `deploy/nginx/edge.conf`. */
const BLOCK_BYTES = 2 ** 20;

/**
 * The URLs of a template: `{digest}` stands for the rendition, `{range}` for each block of 1 MiB in turn, as nginx
 * stores them (`0-1048575` and so on).
 */
export function purgeUrls(template: string, digest: string, bytes: number): string[] {
  const url = template.replaceAll("{digest}", digest);
  if (!url.includes("{range}")) return [url];
  const blocks = Math.max(1, Math.ceil(bytes / BLOCK_BYTES));
  return Array.from({ length: blocks }, (_, block) =>
    url.replaceAll("{range}", `${block * BLOCK_BYTES}-${(block + 1) * BLOCK_BYTES - 1}`),
  );
}

const MINUTE_MS = 60_000;
const MOST_WAIT_MS = 3_600_000;

/** How long to wait after so many failures in a row, in ms: a minute, doubled each time, up to an hour. */
export const waitAfter = (failures: number): number =>
  Math.min(MOST_WAIT_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10));
