/** Shows the progress of an upload, fills in the title from the file's name, and takes files that are dropped. */

for (const form of document.querySelectorAll("form[data-upload]"))
  if (form instanceof HTMLFormElement) enhance(form);

/** @param {HTMLFormElement} form */
function enhance(form) {
  const file = form.querySelector('input[type="file"]');
  const title = form.querySelector('input[name="title"]');
  if (!(file instanceof HTMLInputElement)) return;
  if (title instanceof HTMLInputElement)
    file.addEventListener("change", () => {
      if (title.value === "") title.value = titleOf(file.files?.[0]?.name ?? "");
    });
  form.addEventListener("submit", (event) => {
    if (file.files?.length !== 1) return;
    event.preventDefault();
    send(form);
  });
}

/** `03_Night-trains.mp3` → `03 Night trains` */
const titleOf = (/** @type {string} */ name) =>
  name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[_-]+/g, " ")
    .trim()
    .slice(0, 140);

/** @param {HTMLFormElement} form */
function send(form) {
  const { uploading = "", failed = "" } = form.dataset;
  const button = form.querySelector('button[type="submit"]');
  const status = form.querySelector("[data-status]");
  const bar = form.querySelector("progress");
  const say = (/** @type {string} */ text) => {
    if (status !== null) status.textContent = text;
  };
  const busy = (/** @type {boolean} */ is) => {
    if (button instanceof HTMLButtonElement) button.disabled = is;
    if (bar !== null) bar.hidden = !is;
  };
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    const percent = total === 0 ? 0 : Math.floor((100 * loaded) / total);
    if (bar !== null) bar.value = percent;
    say(uploading.replace("{n}", String(percent)));
  });
  request.addEventListener("load", () => {
    if (request.status < 400 && request.responseURL !== "") location.assign(request.responseURL);
    else showAgain(request.responseText);
  });
  request.addEventListener("error", () => {
    busy(false);
    say(failed);
  });
  busy(true);
  request.open("POST", form.action);
  request.send(new FormData(form));
}

/** Shows the page that explains what is wrong, with what was typed. */
function showAgain(/** @type {string} */ text) {
  const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (main === null) return location.reload();
  const chosen = new Map(
    [...document.querySelectorAll('input[type="file"]')].map((input) => [input.id, input]),
  );
  document.querySelector("main")?.replaceWith(main);
  // The files are still chosen.
  for (const input of main.querySelectorAll('input[type="file"]')) {
    const before = chosen.get(input.id);
    if (input instanceof HTMLInputElement && before instanceof HTMLInputElement)
      input.files = before.files;
  }
  for (const form of main.querySelectorAll("form[data-upload]"))
    if (form instanceof HTMLFormElement) enhance(form);
  const wrong = main.querySelector("[aria-invalid], [role=alert]");
  if (wrong instanceof HTMLElement) wrong.focus();
}
