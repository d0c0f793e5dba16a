/** Saves the marks without leaving the page: the place, the focus and the position of the audio stay. */
import { clearFaults, settleSaved, showFaults } from "./saved.js";

/**
 * @param {{ form: HTMLFormElement, texts: Record<string, string>, onSaved: () => void }} needs
 */
export function saveInPlace({ form, texts, onSaved }) {
  const status = form.querySelector("[data-unsaved]");
  const say = (/** @type {string | undefined} */ text) => {
    if (status !== null) status.textContent = text ?? "";
  };
  let isDirty = false;
  let isSaving = false;
  /** Somebody saved again before the answer. */
  let isWaiting = false;
  const written = () =>
    String(
      new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
    );

  async function save() {
    if (isSaving) {
      isWaiting = true;
      return;
    }
    isSaving = true;
    try {
      await send(written());
    } catch {
      say(texts.save_failed);
    }
    isSaving = false;
    if (!isWaiting) return;
    isWaiting = false;
    await save();
  }

  /** @param {string} sent */
  async function send(sent) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(form.action, { method: "POST", body: sent, headers });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("form:has([data-marks])");
    // Signed out meanwhile, or the server is not well: what was written stays here.
    if (!(next instanceof HTMLFormElement)) throw new Error(String(answer.status));
    showNotices(page);
    clearFaults(form);
    const version = versionOf(form);
    version.value = versionOf(next).value;
    // Somebody wrote on meanwhile: their words are newer than the answer.
    const isSame = written().replace(/version=\w*/, "") === sent.replace(/version=\w*/, "");
    if (!answer.ok) {
      say(texts.unsaved);
      if (isSame) showFaults(form, next);
      return;
    }
    if (!isSame) return;
    settleSaved(form, next);
    isDirty = false;
    say(texts.saved);
    onSaved();
  }

  form.addEventListener("input", () => {
    isDirty = true;
    say(texts.unsaved);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The buttons of a row do something else.
    if (event.submitter?.matches("[name]") === true) return;
    void save();
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
}

/** What the answer says above the waveform, instead of what the page said. @param {Document} page */
function showNotices(page) {
  const dial = document.querySelector("[data-dial]");
  for (const old of document.querySelectorAll(".page-body > .notice")) old.remove();
  dial?.before(...page.querySelectorAll(".page-body > .notice"));
}

/** @param {HTMLFormElement} form */
function versionOf(form) {
  const field = form.elements.namedItem("version");
  if (!(field instanceof HTMLInputElement)) throw new Error("marks need their version");
  return field;
}
