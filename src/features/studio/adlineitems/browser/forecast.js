/** Keeps the forecast beside the form of a line item up to date: asks the page again with what is typed, without files. */

const form = document.querySelector(".ad-form form");
const WAIT = 600;

if (form instanceof HTMLFormElement) keepForecast(form);

/** @param {HTMLFormElement} form */
function keepForecast(form) {
  let timer = 0;
  /** @type {AbortController | undefined} */
  let running;
  const ask = async () => {
    running?.abort();
    running = new AbortController();
    const sent = new FormData(form);
    sent.delete("audio_ad_file");
    sent.set("step", "forecast");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: sent,
        signal: running.signal,
      });
      const text = await answer.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      const next = page.getElementById("forecast");
      if (next !== null) document.getElementById("forecast")?.replaceWith(next);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, WAIT);
  });
  form.querySelector("[data-forecast]")?.addEventListener("click", (event) => {
    event.preventDefault();
    ask();
  });
  // What is saved has a forecast at once.
  if (form.querySelector('input[name="revision"]') !== null) ask();
}
