/** The pages about notifications in Italian. */
import type { Dictionary } from "./en.ts";

export const it: Dictionary = {
  title: "Notifiche",
  lead: "I nuovi episodi dei podcast che segui, sui tuoi dispositivi, poco dopo la pubblicazione.",
  devices: "I tuoi dispositivi",
  none: "Nessun dispositivo riceve ancora notifiche.",
  here: "Avvisami su questo dispositivo",
  here_hint: "Il browser chiede prima il permesso.",
  unable:
    "Questo browser non può mostrare notifiche. Su iPhone o iPad, aggiungi prima questo sito alla schermata Home.",
  refused:
    "Il browser non consente le notifiche di questo sito. Consentile nelle sue impostazioni per questo sito e riprova.",
  failed: "Il browser non è riuscito a registrare questo dispositivo. Riprova più tardi.",
  needs_scripts: "Per aggiungere questo dispositivo, attiva JavaScript.",
  added: "Questo dispositivo riceve da ora i nuovi episodi.",
  removed: "Il dispositivo non riceve più notifiche.",
  saved: "La tua scelta è salvata.",
  added_at: "Aggiunto: {when}",
  last: "ultimo avviso: {when}",
  failing: "primo errore: {when}",
  remove: "Interrompi",
  shows: "Podcast",
  shows_hint: "Segui questi podcast. Scegli quali ti avvisano.",
  no_shows: "Non segui ancora nessun podcast.",
  most_shows: "Questi sono i {n} podcast che hai seguito per ultimi.",
  on: "Ti avvisa",
  off: "Silenzioso",
  turn_on: "Avvisami",
  turn_off: "Non avvisarmi",
  remove_ask: "Interrompere le notifiche su questo dispositivo?",
  remove_text:
    "{device} non riceverà più notifiche di nuovi episodi. Puoi aggiungerlo di nuovo dal suo browser.",
  ask_title: "Nuovi episodi di {show}",
  ask_text:
    "Segui il podcast, e questo dispositivo ti mostra i nuovi episodi poco dopo la pubblicazione.",
  ask_follow: "Segui e scegli nelle impostazioni",
  unnamed: "Un dispositivo",
};
