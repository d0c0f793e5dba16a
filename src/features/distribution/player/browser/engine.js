/** The one audio element of a page, which all of its players and play buttons share. */
import { isLeft, playback, recall, remember, setHeard } from "./memory.js";

/**
 * An episode as the page describes it; duration in ms. Lists leave out what only a player shows.
 * @typedef {{ episode_id: number, title: string, show_title: string, site_url: string,
 *   image_url: string | null, image_sizes?: string | null, duration: number, audio_url: string, waveform_url?: string | null,
 *   transcript_url?: string | null, chapters?: Chapter[] }} Track
 * @typedef {{ starts_at: number, title: string, image_url: string | null }} Chapter
 */

/** @typedef {ReturnType<typeof createEngine>} Engine */

/** Whatever changes what players show. */
const EVENTS = [
  "play",
  "pause",
  "timeupdate",
  "durationchange",
  "seeked",
  "error",
  "volumechange",
  "ratechange",
];

/** How often the position is stored while playing. */
const KEEP_S = 5;

/** @param {HTMLAudioElement} audio */
export function createEngine(audio) {
  const { speed } = playback();
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  /** `from`: where to start, until the browser knows the audio. @type {{ track: Track | null, kept: number, from: number }} */
  const now = { track: null, kept: 0, from: 0 };
  /** @type {Set<() => void>} */
  const watchers = new Set();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  const lengthOf = () => (audio.duration > 0 ? audio.duration : (now.track?.duration ?? 0) / 1000);
  const keep = () => {
    if (now.track === null || audio.error) return;
    const [at, length] = [audio.currentTime, lengthOf()];
    remember(now.track.episode_id, at, length);
    engine.kept(now.track, isLeft(at, length), at);
  };
  const engine = {
    audio,
    /** What happens after the end of an episode. @type {(track: Track) => void} */
    ended: () => {},
    /** What happens when a position was stored, or forgotten at the end. @type {(track: Track, isLeft: boolean, at: number) => void} */
    kept: () => {},
    track: () => now.track,
    /** @param {Track} track */
    has: (track) => now.track?.episode_id === track.episode_id,
    /** @param {Track} track */
    playing: (track) => engine.has(track) && !audio.paused,
    /** The playback position of a track, heard now or earlier. @param {Track} track */
    at: (track) => (engine.has(track) ? audio.currentTime : recall(track.episode_id)),
    /** @param {Track} track */
    length: (track) => (engine.has(track) ? lengthOf() : track.duration / 1000),
    /**
     * Makes a track the current one; what played stops, and this one starts where it was left.
     * @param {Track} track
     * @param {number} [from] seconds
     */
    open(track, from = recall(track.episode_id)) {
      keep();
      now.track = track;
      // What is heard first is stored at once: the next page may be asked for before anything else is.
      now.kept = Number.NEGATIVE_INFINITY;
      now.from = from;
      audio.src = track.audio_url;
      if (from > 0) audio.currentTime = from;
      notify();
    },
    /** @param {Track} track @param {number} [from] seconds */
    play(track, from) {
      if (!engine.has(track)) engine.open(track, from);
      else if (audio.error) engine.open(track, from ?? audio.currentTime);
      audio.play().catch(notify);
    },
    /** @param {Track} track @param {number} [from] where to start if it is not the current track */
    toggle: (track, from) => (engine.playing(track) ? audio.pause() : engine.play(track, from)),
    /** @param {Track} track @param {number} to seconds */
    seek(track, to) {
      const going = !audio.paused;
      if (!engine.has(track)) {
        engine.open(track, to);
        if (going) engine.play(track);
        return;
      }
      const length = lengthOf();
      const target = Math.max(0, length > 0 ? Math.min(to, length) : to);
      audio.currentTime = target;
      if (audio.readyState === 0) now.from = target;
      keep();
      notify();
    },
    /** Calls `watcher` on every change, until `off` says that it is gone. @param {() => void} watcher */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    /** Shows what has changed besides the audio. */
    refresh: notify,
    stop() {
      audio.pause();
      now.track = null;
      audio.removeAttribute("src");
      audio.load();
      notify();
    },
  };
  for (const name of EVENTS) audio.addEventListener(name, notify);
  audio.addEventListener("pause", keep);
  audio.addEventListener("loadedmetadata", () => {
    // Safari forgets a position that was set before it knew the audio.
    if (Math.abs(audio.currentTime - now.from) > 1) audio.currentTime = now.from;
    now.from = 0;
  });
  audio.addEventListener("timeupdate", () => {
    if (Math.abs(audio.currentTime - now.kept) < KEEP_S) return;
    now.kept = audio.currentTime;
    keep();
  });
  audio.addEventListener("ended", () => {
    if (now.track === null) return;
    remember(now.track.episode_id, 0, lengthOf());
    setHeard(now.track.episode_id, true);
    engine.kept(now.track, false, 0);
    engine.ended(now.track);
  });
  return engine;
}
