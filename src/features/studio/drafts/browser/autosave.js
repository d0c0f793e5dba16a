/** Saves a form while somebody writes in it, says when, and keeps what the server could not be told. */

/** @typedef {{ revision: number, values: Record<string, string> }} Saved */

/** After the last key. */
const REST_MS = 1000;
const AGAIN_MS = 5000;

for (const box of document.querySelectorAll("[data-autosave]"))
  if (box instanceof HTMLElement) enhance(box);

/**
 * Saves the form around a box of `autosaved` (drafts/views.ts). Dispatches `autosaved` on it with each saved revision.
 * @param {HTMLElement} box
 * @param {Record<string, string>} begun What the draft was made of, if the form has just made it.
 */
export function enhance(box, begun = {}) {
  const { form, revision, base, status, compare } = partsOf(box);
  /** @type {Record<string, string>} */
  const texts = JSON.parse(box.dataset.texts ?? "{}");
  const key = `longwave-draft-${box.dataset.user}-${box.dataset.save}`;
  /** @type {Record<string, string>} */
  let stored = JSON.parse(base.value);
  /**
   * What the server took, as it was written here: it may store that in another way.
   * @type {Record<string, string>}
   */
  const taken = Object.fromEntries(
    Object.entries(begun).map(([name, text]) => [name, normal(text)]),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isSaving = false;
  /** Nothing more is saved: what is written is in conflict, or the form was sent. */
  let isStopped = false;
  let isSent = false;

  const say = (/** @type {string | undefined} */ text) => {
    status.textContent = text ?? "";
  };
  const fieldOf = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  const isChanged = (/** @type {string} */ name, value = normal(fieldOf(name))) =>
    value !== normal(stored[name] ?? "") && value !== taken[name];
  /** The fields that the person has changed since they were stored. */
  const changed = () =>
    Object.fromEntries(
      Object.keys(stored)
        .filter((name) => form.elements.namedItem(name) !== null && isChanged(name))
        .map((name) => /** @type {const} */ ([name, fieldOf(name)])),
    );
  const isDirty = () => Object.keys(changed()).length > 0;
  const keepHere = (isCompared = false) => {
    const kept = { revision: revision.value, base: stored, fields: changed(), isCompared };
    if (isDirty()) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  };
  const body = (/** @type {Record<string, string>} */ fields) =>
    new URLSearchParams({
      csrf: fieldOf("csrf"),
      revision: revision.value,
      base: base.value,
      ...fields,
    });

  async function save() {
    clearTimeout(timer);
    if (isSaving || isStopped || !isDirty()) return;
    isSaving = true;
    say(texts.saving);
    try {
      const sent = changed();
      const headers = { accept: "application/json" };
      const request = { method: "POST", body: body(sent), headers };
      const isTaken = await take(await fetch(box.dataset.save ?? "", request), sent);
      // Somebody wrote on meanwhile.
      if (isTaken && isDirty()) later(REST_MS);
    } catch {
      say(texts.unsaved);
      later(AGAIN_MS);
    } finally {
      isSaving = false;
      keepHere();
    }
  }

  /**
   * Shows the answer; returns whether the draft was saved.
   * @param {Response} answer
   * @param {Record<string, string>} sent
   */
  async function take(answer, sent) {
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    if (answer.status === 400) {
      const { fields } = await answer.json();
      const [problem] = Object.entries(fields).map(([name, text]) => `${name} ${text}`);
      say((texts.invalid ?? "").replace("{problem}", problem ?? ""));
      return false;
    }
    if (!answer.ok || answer.redirected) {
      isStopped = true;
      if (answer.status === 412) {
        compare.type = "submit";
        compare.hidden = false;
      }
      say(answer.status === 412 ? texts.conflict : texts.unsaved);
      return false;
    }
    accept(await answer.json(), sent);
    return true;
  }

  /**
   * @param {Saved} saved
   * @param {Record<string, string>} sent
   */
  function accept(saved, sent) {
    for (const [name, value] of Object.entries(sent)) taken[name] = normal(value);
    const isTheirs = showTheirs(saved, sent);
    base.value = JSON.stringify(stored);
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
    const text = (isTheirs ? texts.saved_theirs : texts.saved) ?? "";
    say(text.replace("{time}", time.format(new Date())));
    box.dispatchEvent(new CustomEvent("autosaved", { detail: saved, bubbles: true }));
  }

  /**
   * Takes over what is stored, and shows what somebody else has changed in it: sent again, the old text would overwrite
   * it. Returns whether there was something. A field in which both wrote keeps the revision that it began with, so that
   * the two are compared when it is sent. The answer has every field of the record; a form may have some of them.
   * @param {Saved} saved
   * @param {Record<string, string>} sent
   */
  function showTheirs(saved, sent) {
    const theirs = Object.keys(saved.values).filter(
      (name) =>
        name in stored &&
        form.elements.namedItem(name) !== null &&
        !(name in sent) &&
        saved.values[name] !== stored[name],
    );
    const contested = theirs.filter((name) => isChanged(name));
    const shown = theirs.filter((name) => !contested.includes(name));
    for (const name of shown) {
      const field = form.elements.namedItem(name);
      if (field !== null && "value" in field) field.value = saved.values[name] ?? "";
      delete taken[name];
    }
    const kept = contested.map((name) => [name, stored[name]]);
    stored = { ...saved.values, ...Object.fromEntries(kept) };
    if (contested.length === 0) revision.value = String(saved.revision);
    return shown.length > 0;
  }

  const later = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  /** What was written before the tab was closed, if the server has not got it. */
  function restore() {
    const text = localStorage.getItem(key);
    if (text === null) return;
    const kept = JSON.parse(text);
    // The two versions were compared, and the page says that the choice is saved.
    if (kept.isCompared && document.querySelector('[data-done="saved"]') !== null)
      return localStorage.removeItem(key);
    for (const [name, value] of Object.entries(kept.fields)) {
      const field = form.elements.namedItem(name);
      if (field !== null && "value" in field) field.value = String(value);
    }
    if (!isDirty()) return localStorage.removeItem(key);
    // With the revision that it began with: if the record has changed since, the two are compared.
    revision.value = kept.revision;
    const begun = Object.keys(kept.fields).map((name) => [name, kept.base[name]]);
    stored = { ...stored, ...Object.fromEntries(begun) };
    base.value = JSON.stringify(stored);
    say(texts.restored);
    later(REST_MS);
  }

  form.addEventListener("input", () => later(REST_MS));
  addEventListener("online", save);
  addEventListener("pagehide", () => {
    if (isSent || !isDirty()) return;
    // Kept here, too: nobody is left to read the answer.
    keepHere();
    if (isStopped) return;
    fetch(box.dataset.save ?? "", { method: "POST", body: body(changed()), keepalive: true });
  });
  form.addEventListener("submit", (event) => {
    isStopped = true;
    isSent = true;
    clearTimeout(timer);
    // What is compared is not saved yet: it comes back if the person leaves without a choice.
    if (event.submitter === compare) keepHere(true);
    else localStorage.removeItem(key);
  });
  // A page that the browser had kept is as it was when its form was sent: nothing more would be saved.
  addEventListener("pageshow", ({ persisted }) => persisted && isStopped && location.reload());
  restore();
}

/** A declaration, because forms are enhanced above it. */
function normal(/** @type {string} */ text) {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** @param {HTMLElement} box */
function partsOf(box) {
  const form = box.closest("form");
  const revision = box.querySelector('input[name="revision"]');
  const base = box.querySelector('input[name="base"]');
  const [status, compare] = [
    box.querySelector("[data-saved]"),
    box.querySelector("[data-compare]"),
  ];
  if (!(form && revision instanceof HTMLInputElement && base instanceof HTMLInputElement))
    throw new Error("an autosaved form needs its revision and the values it began with");
  if (!(status instanceof HTMLElement && compare instanceof HTMLButtonElement))
    throw new Error("an autosaved form needs a place for its state");
  return { form, revision, base, status, compare };
}
