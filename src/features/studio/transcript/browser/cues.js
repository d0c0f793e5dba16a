/** Turns the text of a transcript into a list of cues that can be heard, divided and joined; the text is what is sent. */

/** @typedef {{ from: string, to: string, speaker: string, text: string }} Cue */

const HEAD = /^([\d:.,]{4,14})[ \t]*(?:-->|[-–—])[ \t]*([\d:.,]{4,14})(?:[ \t]+(\S.*))?$/;

const form = document.querySelector("[data-cues]");
const source = form?.querySelector("textarea[name=cues]");
const list = form?.querySelector("[data-list]");
const template = document.getElementById("cue-row");
const audio = document.querySelector("[data-audio]");

if (
  form instanceof HTMLFormElement &&
  source instanceof HTMLTextAreaElement &&
  list instanceof HTMLOListElement &&
  template instanceof HTMLTemplateElement
)
  begin(form, source, list, template, audio instanceof HTMLAudioElement ? audio : null);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} source
 * @param {HTMLOListElement} list
 * @param {HTMLTemplateElement} template
 * @param {HTMLAudioElement | null} audio
 */
function begin(form, source, list, template, audio) {
  const cues = cuesOf(source.value);
  // A text that cannot be read as cues stays a text.
  if (cues === null) return;
  let isChanged = false;
  const changed = () => {
    source.value = textOf(list);
    isChanged = true;
  };
  const add = (/** @type {Cue} */ cue, /** @type {Element | null} */ before) => {
    const row = template.content.cloneNode(true);
    if (!(row instanceof DocumentFragment)) return null;
    const item = row.querySelector("li");
    if (item === null) return null;
    for (const [name, value] of Object.entries(cue)) fieldIn(item, name).value = value;
    list.insertBefore(row, before);
    label(item);
    return item;
  };
  for (const cue of cues) add(cue, null);
  list.hidden = false;
  source.closest(".field")?.setAttribute("hidden", "");
  form.querySelector("[data-keys]")?.removeAttribute("hidden");

  const play = (/** @type {Element} */ item) => {
    if (audio === null) return;
    audio.currentTime = secondsOf(fieldIn(item, "from").value);
    void audio.play();
  };
  const split = (/** @type {Element} */ item) => {
    const text = fieldIn(item, "text");
    const at = text.selectionStart || Math.ceil(text.value.length / 2);
    const [first, second] = [text.value.slice(0, at).trim(), text.value.slice(at).trim()];
    if (first === "" || second === "") return;
    const [from, to] = [fieldIn(item, "from"), fieldIn(item, "to")];
    const middle = momentWithin(secondsOf(from.value), secondsOf(to.value), at / text.value.length);
    const heard = audio?.paused === false ? audio.currentTime : -1;
    const isHeard = heard > secondsOf(from.value) && heard < secondsOf(to.value);
    const moment = clockOf(isHeard ? heard : middle);
    const speaker = fieldIn(item, "speaker").value;
    const next = add(
      { from: moment, to: to.value, speaker, text: second },
      item.nextElementSibling,
    );
    text.value = first;
    to.value = moment;
    changed();
    if (next === null) return;
    const there = fieldIn(next, "text");
    there.focus();
    there.setSelectionRange(0, 0);
  };
  const merge = (/** @type {Element} */ item) => {
    const next = item.nextElementSibling;
    if (next === null) return;
    const text = fieldIn(item, "text");
    const end = text.value.length;
    text.value = `${text.value} ${fieldIn(next, "text").value}`.trim();
    fieldIn(item, "to").value = fieldIn(next, "to").value;
    next.remove();
    changed();
    text.focus();
    text.setSelectionRange(end, end);
  };
  const remove = (/** @type {Element} */ item) => {
    if (list.children.length === 1) return;
    const beside = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    changed();
    if (beside !== null) fieldIn(beside, "text").focus();
  };

  list.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const item = target.closest("li");
    if (item === null) return;
    if (target.matches("[data-play]")) play(item);
    if (target.matches("[data-split]")) split(item);
    if (target.matches("[data-merge]")) merge(item);
    if (target.matches("[data-remove]")) remove(item);
  });
  list.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const item = target instanceof Element ? target.closest("li") : null;
    if (!(ctrlKey || metaKey) || item === null) return;
    if (key === "Enter") split(item);
    else if (key === " " && audio !== null) audio.paused ? play(item) : audio.pause();
    else return;
    event.preventDefault();
  });
  list.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches("[data-from]")) {
      const item = target.closest("li");
      if (item !== null) label(item);
    }
    changed();
  });
  // The cue that is heard.
  audio?.addEventListener("timeupdate", () => {
    const now = audio.currentTime;
    for (const item of list.children) {
      const isHeard =
        secondsOf(fieldIn(item, "from").value) <= now && now < secondsOf(fieldIn(item, "to").value);
      item.classList.toggle("heard", isHeard);
    }
  });
  form.addEventListener("submit", () => {
    isChanged = false;
  });
  addEventListener("beforeunload", (event) => {
    if (isChanged) event.preventDefault();
  });
}

/** The time beside a cue plays it. */
function label(/** @type {Element} */ item) {
  const button = item.querySelector("[data-play]");
  if (!(button instanceof HTMLElement)) return;
  const time = fieldIn(item, "from").value.replace(/[.,]\d+$/, "");
  button.textContent = time;
  button.setAttribute("aria-label", (button.dataset.label ?? "{time}").replace("{time}", time));
}

/**
 * @param {Element} item
 * @param {string} name
 */
function fieldIn(item, name) {
  const field = item.querySelector(`[data-${name}]`);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field;
  throw new Error(`A cue has no field ${name}.`);
}

/** The text that the list stands for. */
const textOf = (/** @type {Element} */ list) =>
  [...list.children]
    .map((item) => {
      const [from, to] = [fieldIn(item, "from").value, fieldIn(item, "to").value];
      const speaker = fieldIn(item, "speaker").value.trim();
      const words = fieldIn(item, "text")
        .value.replace(/\n{2,}/g, "\n")
        .trim();
      return `${from} --> ${to}${speaker === "" ? "" : ` ${speaker}`}\n${words}`;
    })
    .join("\n\n");

/**
 * The cues of the text; null if it begins with anything else.
 *
 * @param {string} text
 * @returns {Cue[] | null}
 */
function cuesOf(text) {
  /** @type {Cue[]} */
  const cues = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    const [, from, to, speaker = ""] = HEAD.exec(line) ?? [];
    const last = cues.at(-1);
    if (from !== undefined && to !== undefined) cues.push({ from, to, speaker, text: "" });
    else if (line !== "" && last === undefined) return null;
    else if (line !== "" && last !== undefined)
      last.text = last.text === "" ? line : `${last.text}\n${line}`;
  }
  return cues.length === 0 ? null : cues;
}

/** `1:02:03.5` in seconds. */
const secondsOf = (/** @type {string} */ clock) =>
  clock
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** `1:02:03.500` */
function clockOf(/** @type {number} */ seconds) {
  const ms = Math.round(seconds * 1000);
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = `${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const momentWithin = (
  /** @type {number} */ from,
  /** @type {number} */ to,
  /** @type {number} */ share,
) => from + (to - from) * share;
