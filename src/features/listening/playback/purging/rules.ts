/** When an edge that failed is asked again; pure. */

const MINUTE_MS = 60_000;
const MOST_WAIT_MS = 3_600_000;

/** How long to wait after so many failures in a row, in ms: a minute, doubled each time, up to an hour. */
export const waitAfter = (failures: number): number =>
  Math.min(MOST_WAIT_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10));
