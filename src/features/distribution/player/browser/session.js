/** Announces the current track to the system, so that media keys and the lock screen work. */

/** @param {{ title: string, show_title: string, image_url: string | null }} track */
export function announceTrack({ title, show_title, image_url }) {
  if (!navigator.mediaSession) return;
  const artwork = image_url === null ? [] : [{ src: image_url, sizes: "200x200" }];
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist: show_title, artwork });
}

/** @param {import("./player.js").Deck} deck */
export function offerActions({ audio, play, seek }) {
  if (!navigator.mediaSession) return;
  const offer = (
    /** @type {MediaSessionAction} */ name,
    /** @type {MediaSessionActionHandler} */ work,
  ) => {
    try {
      navigator.mediaSession.setActionHandler(name, work);
    } catch {
      // Browsers without this action support the others.
    }
  };
  offer("play", play);
  offer("pause", () => audio.pause());
  offer("seekbackward", ({ seekOffset }) => seek(audio.currentTime - (seekOffset ?? 15)));
  offer("seekforward", ({ seekOffset }) => seek(audio.currentTime + (seekOffset ?? 30)));
  offer("seekto", ({ seekTime }) => seek(seekTime ?? 0));
}
