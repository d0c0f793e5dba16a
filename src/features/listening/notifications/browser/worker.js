/** Shows what is pushed, and opens its page: for browsers that do not show declarative messages themselves. */
// The types of pages do not know the scope of a service worker.
const scope = /** @type {any} */ (globalThis);

scope.addEventListener("push", (/** @type {any} */ event) => {
  const { notification } = event.data?.json() ?? {};
  if (!notification) return;
  const { title, body, lang, tag, navigate } = notification;
  const shown = scope.registration.showNotification(title, { body, lang, tag, data: { navigate } });
  event.waitUntil(shown);
});

scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow(event.notification.data.navigate));
});
