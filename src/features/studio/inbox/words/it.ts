/** The texts of a show's messages in Italian. */
import type { MessagesWords } from "./en.ts";

export const it: MessagesWords = {
  page: "Messaggi",
  lead: "Gli ascoltatori scrivono sotto un episodio, e tutti possono leggere. Puoi rispondere in pubblico, segnalare un messaggio al gestore del server o eliminarlo.",
  all: "Tutti",
  unanswered: "Senza risposta",
  reported: "Segnalati",
  hidden: "Nascosto finché il gestore non decide",
  reports: { one: "{n} segnalazione", other: "{n} segnalazioni" },
  team: "dal team",
  reply: "Rispondi",
  reply_to: "Rispondi a {name}",
  reply_text: "La tua risposta, che tutti possono leggere",
  reply_act: "Pubblica la risposta",
  report: "Segnala",
  report_of: "Segnala il messaggio di {name}",
  reason: "Che cosa non va, per il gestore",
  report_act: "Segnala messaggio",
  delete: "Elimina",
  delete_of: "Elimina il messaggio di {name}",
  delete_sure: "Sparisce per tutti e non si può recuperare.",
  delete_act: "Elimina messaggio",
  replied: "La tua risposta è pubblicata.",
  was_reported: "Il gestore esaminerà il messaggio.",
  deleted: "Il messaggio è eliminato.",
  empty_title: "Ancora nessun messaggio",
  empty:
    "Qui compare ciò che gli ascoltatori scrivono sotto gli episodi di questo podcast. Chiedi loro qualcosa alla fine del prossimo episodio.",
  none_reported: "Nessun messaggio di questo podcast è segnalato.",
  none_unanswered: "Ogni messaggio ha una risposta.",
  older: "Messaggi meno recenti",
};
