/** The texts of a show's exports in Italian. */
import type { ExportingWords } from "./en.ts";

export const it: ExportingWords = {
  page: "Esporta",
  lead: "Tutto questo è tuo. Portalo via quando vuoi: nulla cambia.",
  feed: "Feed",
  feed_lead:
    "L’intero podcast come lo importano altri host: dettagli, episodi, capitoli, trascrizioni, link all’audio.",
  feed_act: "Apri feed (RSS)",
  feed_pages: "Ha {n} pagine da 300 episodi, ognuna delle quali indica la successiva.",
  episodes: "Episodi",
  episodes_lead:
    "Una riga per episodio, anche le bozze: titolo, stato, date, numeri, tag, GUID, descrizione.",
  episodes_act: "Scarica gli episodi (CSV)",
  audio: "Audio",
  audio_lead:
    "Indirizzi, dimensioni e durate dell’audio degli episodi pubblicati. Un gestore di download accetta l’elenco.",
  audio_act: "Scarica l’elenco audio (CSV)",
  numbers: "Numeri",
  numbers_lead: "Ascolti e download di ogni giorno, come li contano le statistiche.",
  numbers_act: "Scarica un anno di giorni (CSV)",
  team_only:
    "Il podcast è solo per il team: perché un altro host lo importi, prima cambia la visibilità.",
  moving: "Passi a un altro host?",
  moving_steps:
    "Importa lì il feed, controlla quello nuovo, poi sposta il feed qui: gli iscritti seguono da soli.",
  move_act: "Sposta il feed",
  columns: {
    title: "Titolo",
    state: "Stato",
    published_at: "Pubblicato (UTC)",
    scheduled_at: "Programmato (UTC)",
    season: "Stagione",
    number: "Numero",
    kind: "Tipo",
    explicit: "Esplicito",
    tags: "Tag",
    guid: "GUID",
    page: "Pagina",
    description: "Descrizione",
    audio: "Audio",
    bytes: "Byte",
    seconds: "Secondi",
    day: "Giorno (UTC)",
    plays: "Ascolti",
    downloads: "Download",
  },
  states: {
    processing: "in elaborazione",
    failed: "non riuscito",
    published: "pubblicato",
    scheduled: "programmato",
    draft: "bozza",
  },
};
