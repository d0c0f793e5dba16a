/** Buttons and keys that write the marks of show notes, and their preview within the page. */

const form = document.querySelector("[data-notes]");
const notes = form?.querySelector("textarea[name=description]");
if (form instanceof HTMLFormElement && notes instanceof HTMLTextAreaElement) begin(form, notes);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} notes
 */
function begin(form, notes) {
  const tools = form.querySelector("[data-tools]");
  if (tools instanceof HTMLElement) tools.hidden = false;

  /** Replaces what is chosen, so that the browser can undo it. */
  const write = (/** @type {string} */ text, /** @type {[number, number]} */ chosen) => {
    const from = notes.selectionStart;
    notes.focus();
    if (!document.execCommand("insertText", false, text))
      notes.setRangeText(text, from, notes.selectionEnd);
    notes.setSelectionRange(from + chosen[0], from + chosen[1]);
    notes.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const chosen = () => notes.value.slice(notes.selectionStart, notes.selectionEnd);
  const mark = (/** @type {string} */ sign) => {
    const text = chosen();
    write(`${sign}${text}${sign}`, [sign.length, sign.length + text.length]);
  };
  const link = () => {
    const text = chosen();
    if (/^https?:\/\/\S+$/.test(text)) return write(`[](${text})`, [1, 1]);
    const address = "https://";
    write(`[${text}](${address})`, [text.length + 3, text.length + 3 + address.length]);
  };
  const bullet = () => {
    const start = notes.value.lastIndexOf("\n", notes.selectionStart - 1) + 1;
    notes.setSelectionRange(start, Math.max(start, notes.selectionEnd));
    const text = chosen()
      .split("\n")
      .map((line) => `- ${line}`)
      .join("\n");
    write(text, [text.length, text.length]);
  };

  form.addEventListener("click", (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === null) return;
    const sign = button.dataset.mark;
    if (sign !== undefined) mark(sign);
    if (button.hasAttribute("data-link")) link();
    if (button.hasAttribute("data-bullet")) bullet();
    if (!button.hasAttribute("data-preview-notes")) return;
    event.preventDefault();
    void preview(form);
  });
  notes.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key === "b") mark("**");
    else if (event.key === "i") mark("_");
    else return;
    event.preventDefault();
  });
}

/** The page as it would come without scripts, of which only the preview is shown. */
async function preview(/** @type {HTMLFormElement} */ form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.set("act", "preview");
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, there] = [form, page].map((place) => place.querySelector("[data-preview]"));
  const shown = there?.querySelector("[data-shown]");
  if (!(here instanceof HTMLElement) || shown === null || shown === undefined) return;
  here.hidden = false;
  here.querySelector("[data-shown]")?.replaceChildren(...shown.cloneNode(true).childNodes);
}
