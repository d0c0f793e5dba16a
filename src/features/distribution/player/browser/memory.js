/** What this browser alone keeps: positions, what was played, and how somebody likes to listen. */

const name = (/** @type {number} */ id) => `longwave:position:${id}`;
/** Positions this close to the start or the end are not stored. */
const MARGIN_S = 10;

/**
 * @param {number} episode_id
 * @returns {number} seconds; 0 if none is stored or the browser blocks storage
 */
export function recall(episode_id) {
  try {
    return Number.parseFloat(localStorage.getItem(name(episode_id)) ?? "") || 0;
  } catch {
    return 0;
  }
}

/**
 * Whether there is something to go on from: not at the start, and not at the end.
 * @param {number} at @param {number} length both in seconds
 */
export const isLeft = (at, length) => at >= MARGIN_S && !isEnd(at, length);

/** @param {number} at @param {number} length both in seconds */
const isEnd = (at, length) => length > 2 * MARGIN_S && at > length - MARGIN_S;

/** @param {number} episode_id @param {number} at @param {number} length both in seconds */
export function remember(episode_id, at, length) {
  if (isEnd(at, length)) setHeard(episode_id, true);
  try {
    if (!isLeft(at, length)) localStorage.removeItem(name(episode_id));
    else localStorage.setItem(name(episode_id), `${at.toFixed(1)} ${Date.now()}`);
  } catch {
    // Playback works without storage.
  }
}

const heardName = (/** @type {number} */ id) => `longwave:played:${id}`;

/** Whether the episode was heard to its end, or marked so. @param {number} episode_id */
export function isHeard(episode_id) {
  try {
    return localStorage.getItem(heardName(episode_id)) !== null;
  } catch {
    return false;
  }
}

/** @param {number} episode_id @param {boolean} on */
export function setHeard(episode_id, on) {
  try {
    if (on) localStorage.setItem(heardName(episode_id), "1");
    else localStorage.removeItem(heardName(episode_id));
  } catch {
    // As above.
  }
}

/**
 * Takes over what the person's account knows, unless this browser has heard of the episode since.
 * @param {number} episode_id
 * @param {{ at: number, isPlayed: boolean, since: number }} known seconds, and when, in ms
 */
export function adopt(episode_id, { at, isPlayed, since }) {
  try {
    const [, kept] = (localStorage.getItem(name(episode_id)) ?? "").split(" ");
    if (Number(kept) > since) return;
    setHeard(episode_id, isPlayed);
    if (at > 0) localStorage.setItem(name(episode_id), `${at.toFixed(1)} ${since}`);
    else localStorage.removeItem(name(episode_id));
  } catch {
    // As above.
  }
}

/** Forgets where one was: for an episode that is marked as played or unplayed. @param {number} episode_id */
export const forgetPosition = (episode_id) => remember(episode_id, 0, 0);

const TAB = "longwave:track";

/** Stores what this tab plays, so that a page loaded anew can offer it again. @param {object | null} track */
export function rememberTrack(track) {
  try {
    if (track === null) sessionStorage.removeItem(TAB);
    else sessionStorage.setItem(TAB, JSON.stringify(track));
  } catch {
    // As above.
  }
}

/** @returns {import("./engine.js").Track | null} */
export function recallTrack() {
  try {
    return JSON.parse(sessionStorage.getItem(TAB) ?? "null");
  } catch {
    return null;
  }
}

const PLAYING = "longwave:playing";
/** Whoever is away for longer than this does not expect sound. */
const RETURN_MS = 15 * 60_000;

/** Stores whether this tab plays while its page goes away, such as for the sign-in page. @param {boolean} playing */
export function rememberPlaying(playing) {
  try {
    if (playing) sessionStorage.setItem(PLAYING, String(Date.now()));
    else sessionStorage.removeItem(PLAYING);
  } catch {
    // As above.
  }
}

/** Whether this tab played a short while ago; only once. */
export function wasPlaying() {
  try {
    const left = Number(sessionStorage.getItem(PLAYING));
    sessionStorage.removeItem(PLAYING);
    return Date.now() - left < RETURN_MS;
  } catch {
    return false;
  }
}

const PLAYBACK = "longwave:playback";

/**
 * @typedef {{ speed: number, back: number, ahead: number }} Playback the skips in seconds
 * @type {Playback}
 */
const DEFAULTS = { speed: 1, back: 15, ahead: 30 };
/** What the controls offer is far within these. @type {Record<keyof Playback, readonly [number, number]>} */
const LIMITS = { speed: [0.5, 3], back: [5, 120], ahead: [5, 120] };

/** @returns {Playback} */
export function playback() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(PLAYBACK) ?? "{}") ?? {};
  } catch {
    // Playback works without storage.
  }
  const found = { ...DEFAULTS };
  for (const name of /** @type {(keyof Playback)[]} */ (Object.keys(DEFAULTS))) {
    const value = Number(/** @type {Record<string, unknown>} */ (kept)[name]);
    const [least, most] = LIMITS[name];
    if (value >= least && value <= most) found[name] = value;
  }
  return found;
}

/** @param {Partial<Playback>} change */
export function setPlayback(change) {
  try {
    localStorage.setItem(PLAYBACK, JSON.stringify({ ...playback(), ...change }));
  } catch {
    // As above.
  }
}

const STOPS = "longwave:stops";

/** Whether something plays after the end of an episode. */
export function goesOn() {
  try {
    return localStorage.getItem(STOPS) === null;
  } catch {
    return true;
  }
}

/** @param {boolean} on */
export function setGoesOn(on) {
  try {
    if (on) localStorage.removeItem(STOPS);
    else localStorage.setItem(STOPS, "1");
  } catch {
    // As above.
  }
}
