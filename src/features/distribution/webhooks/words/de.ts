/** The texts about webhooks in German. */
import type { Dictionary } from "./en.ts";

export const de: Dictionary = {
  mail_subject: "Ein Webhook wurde abgeschaltet",
  mail_hello: "Hallo {name},",
  mail_failing:
    "Ihr Webhook bei {host} ist seit fünf Tagen nicht erreichbar. Er ist jetzt abgeschaltet und bekommt keine Ereignisse mehr.",
  mail_gone:
    "Ihr Webhook bei {host} hat geantwortet, dass es ihn nicht mehr gibt (Status 410). Er ist jetzt abgeschaltet und bekommt keine Ereignisse mehr.",
  mail_last: "Das letzte Problem: {error}.",
  mail_next:
    "Sobald der Empfänger wieder arbeitet, schalten Sie den Webhook ein und senden Sie erneut, was er in den letzten 30 Tagen versäumt hat:",
  mail_page: "die Seite /settings/webhooks des Servers",
};
