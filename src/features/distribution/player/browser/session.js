/** Tells the system what plays, so that media keys and the lock screen work. */

import { playback } from "./memory.js";

/** @param {import("./engine.js").Engine} engine @param {() => void} [next] plays what is next */
export function connectSession(engine, next) {
  const { mediaSession } = navigator;
  if (!mediaSession) return;
  const { audio } = engine;
  let announced = 0;
  engine.watch(() => {
    const track = engine.track();
    showPosition(audio);
    if (track === null || track.episode_id === announced) return;
    announced = track.episode_id;
    const { title, show_title, image_url } = track;
    const artwork = image_url === null ? [] : [{ src: image_url, sizes: "200x200" }];
    mediaSession.metadata = new MediaMetadata({ title, artist: show_title, artwork });
  });
  /** @param {number} by seconds */
  const skip = (by) => {
    const track = engine.track();
    if (track !== null) engine.seek(track, audio.currentTime + by);
  };
  /** @type {[MediaSessionAction, MediaSessionActionHandler][]} */
  const actions = [
    ["play", () => void audio.play()],
    ["pause", () => audio.pause()],
    ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? playback().back))],
    ["seekforward", ({ seekOffset }) => skip(seekOffset ?? playback().ahead)],
    ["seekto", ({ seekTime }) => skip((seekTime ?? 0) - audio.currentTime)],
  ];
  if (next !== undefined) actions.push(["nexttrack", next]);
  for (const [name, work] of actions)
    try {
      mediaSession.setActionHandler(name, work);
    } catch {
      // Browsers without this action support the others.
    }
}

/** @param {HTMLAudioElement} audio */
function showPosition({ duration, currentTime, playbackRate }) {
  if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) return;
  const position = Math.min(currentTime, duration);
  navigator.mediaSession.setPositionState?.({ duration, position, playbackRate });
}
