/** Sends the file of a field as soon as it is chosen, shows how far it is, and gives the form the finished upload. */
import { startTransfer } from "./transfer.js";

/**
 * @typedef {import("./transfer.js").Change} Change
 * @typedef {import("./transfer.js").Transfer} Transfer
 */

for (const field of document.querySelectorAll("[data-resumable]"))
  if (field instanceof HTMLElement) enhance(field);

/**
 * Makes a field of `resumableUpload` (upload/views.ts) send its file. Dispatches `upload-change` with each change.
 * @param {HTMLElement} field
 */
function enhance(field) {
  const parts = partsOf(field);
  const { file, form, bar, status, amount, pause, box, id } = parts;
  /** @type {Record<string, string>} */
  const texts = JSON.parse(field.dataset.texts ?? "{}");
  const name = file.name;
  /** @type {Transfer | null} */
  let transfer = null;
  /** @type {Change | null} */
  let last = null;
  let isAwaited = false;
  /**
   * The button that was pressed, and sends the form then.
   * @type {HTMLElement | null}
   */
  let submitter = null;
  const show = (/** @type {Change} */ change) => {
    const percent = change.size === 0 ? 0 : Math.floor((100 * change.sent) / change.size);
    const said = change.reason === null ? texts[change.state] : texts[change.reason];
    // Read out only when something else happens, not with each percent.
    const text = change.state === "sending" && change.resumed ? texts.resumed : said;
    if (status.textContent !== text) status.textContent = text ?? "";
    bar.value = percent;
    amount.textContent = `${percent} %`;
    pause.hidden = change.state === "done";
    const stopped = change.state === "paused" || change.state === "failed";
    pause.textContent = (stopped ? texts.resume : texts.pause) ?? "";
    field.dataset.state = change.state;
  };
  const onChange = (/** @type {Change} */ change) => {
    last = change;
    show(change);
    if (change.upload_id !== null) {
      id.value = change.upload_id;
      id.disabled = false;
      // The form sends the upload's id instead of the file.
      file.removeAttribute("name");
    }
    field.dispatchEvent(new CustomEvent("upload-change", { detail: change, bubbles: true }));
    // Afterwards: a page that now gives the upload to a draft holds the form until that is done.
    if (change.upload_id !== null && isAwaited) form.requestSubmit(submitter);
  };
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    await transfer?.cancel();
    [transfer, last, id.value, id.disabled, file.name] = [null, null, "", true, name];
    box.hidden = chosen === undefined;
    if (chosen === undefined) return;
    const csrf = form.querySelector('input[name="csrf"]');
    transfer = startTransfer(chosen, {
      csrf: csrf instanceof HTMLInputElement ? csrf.value : "",
      user: field.dataset.user ?? "",
      onChange,
    });
  });
  pause.addEventListener("click", () => {
    if (last?.state === "paused" || last?.state === "failed") transfer?.resume();
    else transfer?.pause();
  });
  form.addEventListener("submit", (event) => {
    if (transfer === null || last?.state === "done") return;
    event.preventDefault();
    isAwaited = true;
    submitter = event.submitter;
    status.textContent = texts.awaited ?? "";
  });
  addEventListener("beforeunload", (event) => {
    if (last?.state === "sending" || last?.state === "waiting") event.preventDefault();
  });
}

/** @param {HTMLElement} field */
function partsOf(field) {
  const find = (/** @type {string} */ selector) => field.querySelector(selector);
  const [file, bar, status] = [find('input[type="file"]'), find("progress"), find("[role=status]")];
  const [amount, pause] = [find("[data-amount]"), find("button")];
  const [box, id] = [find("[data-transfer]"), find('input[name="upload_id"]')];
  const form = field.closest("form");
  if (!(file instanceof HTMLInputElement && id instanceof HTMLInputElement && form))
    throw new Error("an upload field needs a form, a file input and the upload's id");
  if (!(bar instanceof HTMLProgressElement && pause instanceof HTMLButtonElement))
    throw new Error("an upload field needs a progress bar and a button");
  if (
    !(status instanceof HTMLElement && amount instanceof HTMLElement && box instanceof HTMLElement)
  )
    throw new Error("an upload field needs a place for its state");
  return { file, form, bar, status, amount, pause, box, id };
}
