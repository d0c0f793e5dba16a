/**
 * What plays next: what the person has put into the queue, then what follows the present episode in its show. Kept in
 * this browser, for all of its tabs, so that nobody needs an account for it.
 */
import { goesOn, isHeard, setGoesOn } from "./memory.js";

/** @typedef {import("./engine.js").Track} Track */
/** @typedef {ReturnType<typeof createQueue>} Queue */

const NAME = "longwave:queue";
const MOST = 100;

/** @param {string} name @param {string | null} value */
function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Playback works without storage.
  }
}

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @returns {Track[]} */
function items() {
  try {
    const kept = JSON.parse(stored(NAME) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** What a list needs of a track: chapters and the like are the page's. @param {Track} track @returns {Track} */
const plain = ({ episode_id, title, show_title, site_url, image_url, duration, audio_url }) => ({
  ...{ episode_id, title, show_title, site_url, image_url, duration, audio_url },
});

/** @param {import("./engine.js").Engine} engine */
export function createQueue(engine) {
  /** @type {Set<() => void>} */
  const watchers = new Set();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  /** @type {{ of: number, tracks: Promise<Track[]> }} */
  let following = { of: 0, tracks: Promise.resolve([]) };
  /** @param {Track[]} tracks */
  const keep = (tracks) => {
    store(NAME, tracks.length === 0 ? null : JSON.stringify(tracks.slice(0, MOST)));
    notify();
  };
  const without = (/** @type {number} */ id) =>
    items().filter(({ episode_id }) => episode_id !== id);
  const queue = {
    items,
    /** Puts a track before or after all others; one that is there already moves. @param {Track} track @param {"first" | "last"} place */
    add(track, place) {
      const others = without(track.episode_id);
      keep(place === "first" ? [plain(track), ...others] : [...others, plain(track)]);
    },
    /** @param {number} id */
    remove: (id) => keep(without(id)),
    /** @param {number} id @param {number} by */
    move(id, by) {
      const from = items().findIndex(({ episode_id }) => episode_id === id);
      const track = items()[from];
      if (track === undefined) return;
      const others = without(id);
      others.splice(Math.max(0, from + by), 0, track);
      keep(others);
    },
    clear: () => keep([]),
    goesOn,
    /** @param {boolean} on */
    setGoesOn(on) {
      setGoesOn(on);
      notify();
    },
    /** What follows a track in its show and has not been heard. @param {Track} track @returns {Promise<Track[]>} */
    async following(track) {
      const { episode_id } = track;
      if (following.of !== episode_id)
        following = { of: episode_id, tracks: fetchFollowing(track) };
      return (await following.tracks).filter((one) => !isHeard(one.episode_id));
    },
    /**
     * Plays what comes after a track: the queue, or else `listed`, or else its show.
     * @param {Track} track @param {Track | null} [listed] what follows it in the list that it is played from
     */
    async advance(track, listed = null) {
      const next = items()[0] ?? listed ?? (await queue.following(track))[0];
      // Meanwhile the person may have chosen something else.
      if (next === undefined || !engine.has(track)) return;
      engine.play(next);
    },
    /** @param {() => void} watcher */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  // What plays is not what plays next.
  engine.watch(() => {
    const track = engine.track();
    if (track !== null && items().some(({ episode_id }) => episode_id === track.episode_id))
      queue.remove(track.episode_id);
  });
  addEventListener("storage", ({ key }) => key === NAME && notify());
  return queue;
}

/** @param {Track} track @returns {Promise<Track[]>} none if they cannot be known: playback then ends */
async function fetchFollowing({ site_url }) {
  try {
    const url = new URL(site_url);
    const answer = await fetch(`${url.pathname}/next${url.search}`);
    return answer.ok ? (await answer.json()).episodes : [];
  } catch {
    return [];
  }
}
