/** Stores the playback position of an episode in this browser only. */

const name = (/** @type {number} */ id) => `longwave:position:${id}`;
/** Positions this close to the start or the end are not stored. */
const MARGIN_S = 10;

/**
 * @param {number} episode_id
 * @returns {number} seconds; 0 if none is stored or the browser blocks storage
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
    // Playback works without storage.
  }
}
