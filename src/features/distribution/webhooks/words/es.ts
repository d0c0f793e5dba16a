/** The texts about webhooks in Spanish. */
import type { Dictionary } from "./en.ts";

export const es: Dictionary = {
  mail_subject: "Se ha desactivado un webhook",
  mail_hello: "Hola, {name}:",
  mail_failing:
    "Tu webhook en {host} falla desde hace cinco días. Se ha desactivado y ya no recibe eventos.",
  mail_gone:
    "Tu webhook en {host} ha respondido que ya no existe (estado 410). Se ha desactivado y ya no recibe eventos.",
  mail_last: "El último problema: {error}.",
  mail_next:
    "Cuando el receptor vuelva a funcionar, activa el webhook y reenvía lo que se ha perdido en los últimos 30 días:",
  mail_page: "la página /settings/webhooks del servidor",
};
