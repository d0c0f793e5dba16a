/** Keeps what is written in a form in this browser until it is sent, so that a closed tab or a crash loses nothing. */

/** After the last key. */
const REST_MS = 300;

for (const box of document.querySelectorAll("[data-keep]"))
  if (box instanceof HTMLElement) keep(box);

/**
 * Keeps the form around a box of `kept` (drafts/views.ts).
 * @param {HTMLElement} box
 */
function keep(box) {
  const { form, base, status, drop } = partsOf(box);
  const { user, keep: name, texts = "{}" } = box.dataset;
  const isOnce = box.dataset.once !== undefined;
  const key = `longwave-kept-${user}-${name}`;
  /** @type {Record<string, string>} */
  const words = JSON.parse(texts);
  /** @type {Record<string, string>} */
  const began = JSON.parse(base.value);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isSent = false;
  let isDropped = false;

  const changed = () => {
    const fields = new FormData(form);
    const now = Object.keys(began).map((field) => [field, String(fields.get(field) ?? "")]);
    return now.filter(([field = "", value = ""]) => normal(value) !== normal(began[field] ?? ""));
  };
  const store = () => {
    clearTimeout(timer);
    if (isDropped) return;
    const fields = changed();
    if (fields.length === 0) {
      localStorage.removeItem(key);
      status.textContent = "";
      return;
    }
    const revision = revisionOf(form)?.value;
    localStorage.setItem(key, JSON.stringify({ revision, base: base.value, fields, isSent }));
    status.textContent = words.kept ?? "";
  };

  /** With the values that it began with: what somebody else has changed since is then seen when it is sent. */
  function restore() {
    const text = localStorage.getItem(key);
    // A form that was refused shows what was sent.
    if (text === null || changed().length > 0) return;
    const kept = JSON.parse(text);
    // A choice between two versions is no choice between others.
    if (isOnce && kept.base !== base.value) {
      localStorage.removeItem(key);
      return;
    }
    // It was sent, and the page says what became of it. Otherwise it never arrived.
    if (kept.isSent && document.querySelector("[data-done]") !== null) {
      localStorage.removeItem(key);
      return;
    }
    for (const [field, value] of kept.fields) fill(form.elements.namedItem(field), value);
    if (changed().length === 0) {
      localStorage.removeItem(key);
      return;
    }
    base.value = kept.base;
    const revision = revisionOf(form);
    if (revision !== null && kept.revision !== undefined) revision.value = kept.revision;
    status.textContent = words.restored ?? "";
    drop.hidden = false;
  }

  form.addEventListener("input", () => {
    clearTimeout(timer);
    isSent = false;
    timer = setTimeout(store, REST_MS);
  });
  addEventListener("pagehide", store);
  form.addEventListener("submit", () => {
    isSent = true;
    store();
  });
  drop.addEventListener("click", () => {
    localStorage.removeItem(key);
    if (isOnce) {
      form.reset();
      status.textContent = "";
      drop.hidden = true;
      return;
    }
    isDropped = true;
    location.reload();
  });
  restore();
}

/**
 * @param {Element | RadioNodeList | null} field
 * @param {string} value
 */
function fill(field, value) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value !== "";
  else if (field !== null && "value" in field) field.value = value;
}

/** @param {HTMLFormElement} form */
function revisionOf(form) {
  const field = form.elements.namedItem("revision");
  return field instanceof HTMLInputElement ? field : null;
}

/** A declaration, because forms are enhanced above it. */
function normal(/** @type {string} */ text) {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** @param {HTMLElement} box */
function partsOf(box) {
  const form = box.closest("form");
  const base = form?.elements.namedItem("base");
  const [status, drop] = [box.querySelector("[data-kept]"), box.querySelector("[data-drop]")];
  if (!(form && base instanceof HTMLInputElement))
    throw new Error("a kept form needs the values it began with");
  if (!(status instanceof HTMLElement && drop instanceof HTMLButtonElement))
    throw new Error("a kept form needs a place for its state");
  return { form, base, status, drop };
}
