/** The texts about webhooks in Italian. */
import type { Dictionary } from "./en.ts";

export const it: Dictionary = {
  mail_subject: "Un webhook è stato disattivato",
  mail_hello: "Ciao {name},",
  mail_failing:
    "Il tuo webhook su {host} non funziona da cinque giorni. Ora è disattivato e non riceve più eventi.",
  mail_gone:
    "Il tuo webhook su {host} ha risposto che non esiste più (stato 410). Ora è disattivato e non riceve più eventi.",
  mail_last: "L’ultimo problema: {error}.",
  mail_next:
    "Quando il ricevitore funzionerà di nuovo, attiva il webhook e invia di nuovo ciò che ha perso negli ultimi 30 giorni:",
  mail_page: "la pagina /settings/webhooks del server",
};
