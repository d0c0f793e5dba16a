/** What is heard on the audio page: the programme, the seconds around a break, and where it is quiet. */

const AROUND_S = 4;

/**
 * @param {{ audio: HTMLAudioElement, form: HTMLFormElement, path: string, texts: Record<string, string>,
 *   say: (text: string | undefined) => void }} needs
 */
export function listen({ audio, form, path, texts, say }) {
  const splice = new Audio();
  /** @type {{ player: HTMLAudioElement, to: number } | null} */
  let ending = null;
  const stopAt = () => {
    if (ending === null || ending.player.currentTime < ending.to) return;
    ending.player.pause();
    ending = null;
  };
  for (const player of [audio, splice]) player.addEventListener("timeupdate", stopAt);

  async function ask(/** @type {string} */ name, /** @type {number} */ at) {
    const csrf = form.querySelector('input[name="csrf"]');
    const token = csrf instanceof HTMLInputElement ? csrf.value : "";
    const body = new URLSearchParams({ csrf: token, at: String(Math.round(at)) });
    const answer = await fetch(`${path}/${name}`, { method: "POST", body });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }
  async function play(
    /** @type {HTMLAudioElement} */ player,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) {
    audio.pause();
    splice.pause();
    ending = { player, to };
    player.currentTime = from;
    await player.play();
  }
  return {
    toggle() {
      ending = null;
      splice.pause();
      if (audio.paused) audio.play().catch(() => say(texts.splice_none));
      else audio.pause();
    },
    /** @returns {Promise<number | null>} */
    async quietest(/** @type {number} */ at) {
      try {
        return (await ask("quietest", at)).at;
      } catch {
        say(texts.splice_none);
        return null;
      }
    },
    /** A saved break with its ads; one that is not saved without. */
    async hear(/** @type {number} */ at, /** @type {HTMLInputElement} */ field) {
      try {
        if (field.value !== field.defaultValue) {
          say(texts.splice_plain);
          return await play(audio, Math.max(0, at / 1000 - AROUND_S), at / 1000 + AROUND_S);
        }
        const { url, from, to } = await ask("splice", at);
        say(texts.splice);
        splice.src = url;
        await play(splice, from, to);
      } catch {
        say(texts.splice_none);
      }
    },
  };
}
