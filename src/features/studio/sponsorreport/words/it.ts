/** The texts of reports for sponsors in Italian. */
import type { SponsorReportWords } from "./en.ts";

export const it: SponsorReportWords = {
  report: "Rapporto della campagna",
  lead: "{advertiser} · al {date}",
  delivered: "Impressioni erogate",
  goal: "Obiettivo",
  by_day: "Impressioni al giorno",
  says: "Sono state erogate {n} impressioni, il {percent} dell’obiettivo.",
  says_plain: "Sono state erogate {n} impressioni.",
  items: "Elementi",
  item: "Elemento",
  start: "Inizio",
  end: "Fine",
  counted:
    "Un’impressione conta quando l’annuncio è stato inviato a un ascoltatore il cui download conta.",
  share: "Condividi il rapporto",
  share_lead:
    "Crea un indirizzo che mostra le erogazioni di questa campagna, senza prezzi, a chiunque lo abbia. Un nuovo indirizzo sostituisce il precedente.",
  days: "Valido per giorni",
  do_share: "Crea un indirizzo",
  do_end: "Smetti di condividere",
  address: "L’indirizzo del rapporto. È mostrato solo ora: copialo.",
  until: "Condiviso fino al {date}.",
  ended: "Il rapporto non è più condiviso.",
  back: "Torna alla campagna",
};
