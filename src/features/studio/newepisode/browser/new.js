/** Stores a new episode while it is written: its draft begins with its title, its audio is processed once it is here. */
import { enhance as autosave } from "../../drafts/browser/autosave.js";
import "../../upload/browser/upload.js";
import "./when.js";

/**
 * @typedef {{ draft: number | null, revision: number | null, hasAudio: boolean, isProcessing: boolean,
 *   checks: string, autosave: string | null }} Answer
 */

const REST_MS = 500;
const EVERY_MS = 2000;

for (const page of document.querySelectorAll("[data-new]"))
  if (page instanceof HTMLElement) begin(page);

function begin(/** @type {HTMLElement} */ page) {
  const { form, draft, title, file, upload, checks, place } = partsOf(page);
  let isSent = false;
  let isBeginning = false;
  let isProcessing = page.querySelector("[data-processing]") !== null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @returns {Promise<Answer | null>} */
  async function ask(/** @type {string} */ act) {
    const answer = await fetch(`${page.dataset.path}/new/${act}`, {
      method: "POST",
      body: new URLSearchParams(textsIn(form)),
      headers: { accept: "application/json" },
    });
    return answer.ok && !answer.redirected ? answer.json() : null;
  }

  function show(/** @type {Answer | null} */ answer) {
    if (answer === null || typeof answer.checks !== "string") return;
    if (checks.innerHTML !== answer.checks) checks.innerHTML = answer.checks;
    isProcessing = answer.isProcessing;
    if (isProcessing) later(EVERY_MS);
  }

  /** What changes the draft at this moment: the form waits for it, so that nothing is sent twice. @type {Promise<unknown> | null} */
  let pending = null;
  async function change(/** @type {string} */ what) {
    const asked = ask(what).catch(() => null);
    pending = asked;
    const answer = await asked;
    if (pending === asked) pending = null;
    return answer;
  }

  /** Begins the draft as soon as there is a title. */
  async function beginDraft() {
    if (draft.value !== "" || isBeginning || isSent || title.value.trim() === "") return;
    isBeginning = true;
    const begun = textsIn(form);
    const answer = await change("draft");
    isBeginning = false;
    if (answer === null || answer.draft === null || isSent) return;
    draft.value = String(answer.draft);
    // The address leads back to the draft after the tab was closed.
    history.replaceState(null, "", `?draft=${answer.draft}`);
    place.innerHTML = answer.autosave ?? "";
    const box = place.querySelector("[data-autosave]");
    if (box instanceof HTMLElement) autosave(box, begun);
    form.dispatchEvent(new Event("input"));
    show(answer);
    await attach();
  }

  /** Gives the draft its upload, so that it is processed while the person goes on writing. */
  async function attach() {
    if (draft.value === "" || upload.value === "" || upload.disabled || isSent) return;
    const answer = await change("audio");
    if (answer === null || isSent || !answer.hasAudio) return;
    upload.value = "";
    upload.disabled = true;
    show(answer);
  }

  async function look() {
    clearTimeout(timer);
    await beginDraft();
    show(await ask("checks").catch(() => null));
  }
  const later = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  };

  form.addEventListener("input", () => later(REST_MS));
  file.addEventListener("change", () => {
    if (title.value === "") title.value = titleOf(file.files?.[0]?.name ?? "");
    later(0);
  });
  form.addEventListener("upload-change", (event) => {
    if (event instanceof CustomEvent && event.detail.state === "done") attach();
  });
  form.addEventListener("submit", (event) => {
    if (pending !== null && !event.defaultPrevented) {
      event.preventDefault();
      const { submitter } = event;
      // After what follows the answer, which may send something else.
      pending.then(() => setTimeout(() => form.requestSubmit(submitter)));
      return;
    }
    // An upload that is not finished holds the form back.
    setTimeout(() => {
      if (!event.defaultPrevented) isSent = true;
    });
  });
  // Enter in a field is no wish to publish: what is written is saved, and the button publishes.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !isTextField(event.target)) return;
    event.preventDefault();
    later(0);
  });
  const zone = page.querySelector(".drop");
  zone?.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("is-over");
  });
  zone?.addEventListener("dragleave", () => zone.classList.remove("is-over"));
  zone?.addEventListener("drop", (event) => {
    zone.classList.remove("is-over");
    const files = event instanceof DragEvent ? event.dataTransfer?.files : undefined;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    file.files = files;
    file.dispatchEvent(new Event("change", { bubbles: true }));
  });
  if (isProcessing) later(EVERY_MS);
}

/** @param {EventTarget | null} target */
const isTextField = (target) =>
  target instanceof HTMLInputElement && !["checkbox", "file", "radio"].includes(target.type);

/** What is written in a form, without its files. */
function textsIn(/** @type {HTMLFormElement} */ form) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") texts[name] = value;
  return texts;
}

/** `03_Night-trains.mp3` → `03 Night trains` */
const titleOf = (/** @type {string} */ name) =>
  name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[_-]+/g, " ")
    .trim()
    .slice(0, 140);

function partsOf(/** @type {HTMLElement} */ page) {
  const form = page.querySelector("form");
  const input = (/** @type {string} */ selector) => {
    const found = page.querySelector(selector);
    if (!(found instanceof HTMLInputElement)) throw new Error(`no ${selector}`);
    return found;
  };
  const [checks, place] = [page.querySelector("[data-checks]"), page.querySelector("[data-draft]")];
  if (form === null || checks === null || place === null)
    throw new Error("a new episode needs its form, checks and draft");
  const [draft, title] = [input('input[name="draft"]'), input('input[name="title"]')];
  const [file, upload] = [input('input[type="file"]'), input('input[name="upload_id"]')];
  return { form, draft, title, file, upload, checks, place };
}
