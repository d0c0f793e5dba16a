/** The texts of acts on one episode of a list in Italian. */
import type { EpisodeActsWords } from "./en.ts";

export const it: EpisodeActsWords = {
  publish_title: "Pubblica episodio",
  publish_lead:
    "«{title}» appare subito sulle sue pagine e nel feed di {show}. Un episodio pubblicato non torna bozza, ma puoi nasconderlo.",
  publish_planned: "Era programmato per {date}.",
  publish_now: "Pubblica subito",
  unschedule_title: "Annulla la programmazione dell’episodio",
  unschedule_lead:
    "«{title}» resta una bozza di {show} finché non lo pubblichi o lo programmi di nuovo.",
  unschedule_planned: "È programmato per {date}.",
  unschedule: "Annulla la programmazione dell’episodio",
  delete_title: "Elimina episodio",
  delete_lead:
    "«{title}» sparisce da tutte le pagine e dai feed, con audio, Mi piace e messaggi. Non si può annullare. Quanto è stato conteggiato resta nei numeri del podcast.",
  name: "Scrivi il titolo dell’episodio",
  wrong_name: "Non è il titolo dell’episodio. Non è stato eliminato nulla.",
  delete: "Elimina episodio",
  cancel: "Annulla",
};
