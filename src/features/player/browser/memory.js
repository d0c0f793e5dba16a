/** Remembers, in this browser alone, how far an episode was heard. */

const name = (/** @type {number} */ id) => `longwave:position:${id}`;
/** Starting and ending are not worth remembering. */
const MARGIN_S = 10;

/**
 * @param {number} episode_id
 * @returns {number} seconds; 0 without a memory, and where the browser allows none
 */
export function recall(episode_id) {
  try {
    return Number(localStorage.getItem(name(episode_id))) || 0;
  } catch {
    return 0;
  }
}

/** @param {number} episode_id @param {number} at @param {number} length both in seconds */
export function remember(episode_id, at, length) {
  try {
    if (at < MARGIN_S || at > length - MARGIN_S) localStorage.removeItem(name(episode_id));
    else localStorage.setItem(name(episode_id), at.toFixed(1));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}
