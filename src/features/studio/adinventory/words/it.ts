/** The texts of the inventory in Italian. */
import type { AdInventoryWords } from "./en.ts";

export const it: AdInventoryWords = {
  page: "Spazi",
  lead: "Spazi dei podcast che puoi prenotare, settimana per settimana. Prenotati sono quelli che occupano le prenotazioni in corso e in programma di tutti i team.",
  samples: {
    one: "Calcolato da {n} campione delle richieste degli ultimi 28 giorni.",
    other: "Calcolato da {n} campioni delle richieste degli ultimi 28 giorni.",
  },
  weeks: { one: "{n} settimana", other: "{n} settimane" },
  horizon: "Settimane",
  week: "Settimana dal",
  show: "Podcast",
  position: "Posizione",
  country: "Paese",
  preroll: "Prima dell’episodio",
  midroll: "Durante l’episodio",
  postroll: "Dopo l’episodio",
  unknown: "Sconosciuto",
  forecast: "Previsti",
  booked: "Prenotati",
  free: "Liberi",
  empty_title: "Ancora nessuno spazio",
  empty:
    "Questa pagina mostra gli spazi delle prossime settimane, appena gli episodi delle reti della tua organizzazione vengono scaricati.",
  rounded: "I totali sono arrotondati una volta; la somma delle righe può differire di poco.",
};
