/** Subscribes this browser and hands the subscription to the form of the page; asks only after the button is pressed. */
const form = document.querySelector("form[data-push]");
const problem = document.querySelector("[data-push-problem]");
const isAble = "serviceWorker" in navigator && "PushManager" in globalThis;

if (form instanceof HTMLFormElement && problem instanceof HTMLElement) {
  const fail = (/** @type {string | undefined} */ text) => {
    problem.hidden = false;
    problem.textContent = text ?? "";
  };
  if (isAble) form.hidden = false;
  else fail(problem.dataset.unable);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await fillIn(form);
      form.submit();
    } catch {
      const isRefused = Notification.permission === "denied";
      fail(isRefused ? problem.dataset.refused : problem.dataset.failed);
    }
  });
}

/**
 * Subscribes this browser with the key of the form, and fills the subscription in. Pages of shows load it by its address.
 * @public
 * @param {HTMLFormElement} form
 */
export async function fillIn(form) {
  const { endpoint, keys } = await subscribe(form.dataset.push ?? "");
  const filled = { endpoint, public_key: keys?.p256dh, auth: keys?.auth };
  for (const [name, value] of Object.entries(filled))
    form.querySelector(`[name=${name}]`)?.setAttribute("value", value ?? "");
}

/** @param {string} key of the server, base64url */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.register("/push.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return (await worker.pushManager.subscribe(options)).toJSON();
}
