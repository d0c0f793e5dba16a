/** Keeps what a signed-in listener hears in their account, too, so that their other browsers know it. */
import { find } from "./dom.js";
import { adopt, forgetPosition, isHeard, setHeard } from "./memory.js";

/** @typedef {import("./engine.js").Track} Track */

/** How often a position is sent while it changes. */
const SEND_MS = 30_000;

/** @param {import("./engine.js").Engine} engine @param {() => void} changed called when more is known of what was heard */
export function openSync(engine, changed) {
  /** What forms of the person's pages contain; empty for visitors. */
  let csrf = "";
  /** @type {{ of: number, at: number }} */
  const sent = { of: 0, at: 0 };

  async function load() {
    if (find(document, '.top a[href="/library"]') === null) return;
    try {
      const answer = await fetch("/library/progress", { redirect: "error" });
      if (!answer.ok) return;
      const found = await answer.json();
      csrf = found.csrf;
      for (const { episode_id, at, is_played, updated_at } of found.episodes)
        if (engine.track()?.episode_id !== episode_id)
          adopt(episode_id, { at, isPlayed: is_played, since: updated_at });
      changed();
    } catch {
      // This browser remembers it anyway.
    }
  }
  /** @param {Track} track @param {number} at seconds */
  function send({ episode_id, site_url }, at) {
    if (csrf === "") return;
    sent.of = episode_id;
    sent.at = Date.now();
    const key = new URL(site_url).searchParams.get("key") ?? "";
    const played = isHeard(episode_id) && at === 0 ? "1" : "";
    const body = new URLSearchParams({ csrf, at: String(Math.floor(at)), played, key });
    const url = `/episode/${episode_id}/progress`;
    fetch(url, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
  }
  load();
  return {
    /** @param {Track} track @param {boolean} isLeft @param {number} at seconds */
    kept(track, isLeft, at) {
      const isDue = sent.of !== track.episode_id || Date.now() - sent.at > SEND_MS;
      if (isDue || engine.audio.paused) send(track, isLeft ? at : 0);
    },
    /** @param {Track} track @param {boolean} on */
    mark(track, on) {
      setHeard(track.episode_id, on);
      forgetPosition(track.episode_id);
      send(track, 0);
      changed();
    },
    /** A form of the library marks an episode: this browser notes it, too. @param {SubmitEvent} event */
    noteForm({ target }) {
      if (!(target instanceof HTMLFormElement) || target.dataset.heard === undefined) return;
      const id = Number(target.dataset.heard);
      setHeard(id, new FormData(target).get("played") === "1");
      forgetPosition(id);
    },
  };
}
