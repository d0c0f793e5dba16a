/** Mails about new episodes, and the pages about them, in Italian. */
import type { Dictionary } from "./en.ts";

export const it: Dictionary = {
  mails: "Per e-mail",
  mails_hint: "I nuovi episodi dei podcast qui sotto che ti avvisano, a {address}.",
  frequency: "E-mail",
  OFF: "Nessuna",
  AT_ONCE: "Poco dopo la pubblicazione di un episodio",
  DAILY: "Una volta al giorno",
  WEEKLY: "Una volta alla settimana",
  weekday: "Giorno dell’e-mail settimanale",
  hour: "Ora delle e-mail giornaliere e settimanali",
  quiet: "Ore di silenzio",
  quiet_hint:
    "Le notifiche sui dispositivi e le e-mail immediate aspettano la loro fine. Le ore sono quelle del tuo fuso orario, {zone}.",
  quiet_from: "Dalle",
  quiet_to: "Alle",
  never: "Mai",
  save: "Salva",
  saved_mail: "La tua scelta è salvata.",
  asked:
    "Abbiamo inviato un’e-mail a {address}. Apri il suo link per accettare; fino ad allora non ne ricevi altre.",
  state_unconfirmed:
    "Non hai ancora accettato: apri il link dell’e-mail che abbiamo inviato a {address}. “Salva” ne invia un’altra.",
  state_refused:
    "Il server di posta di {address} ha rifiutato le nostre e-mail. Controlla l’indirizzo e salva per riprovare.",
  ask_subject: "Vuoi ricevere e-mail sui nuovi episodi?",
  ask_lead:
    "{username} ha chiesto a {site} di inviare a questo indirizzo e-mail sui nuovi episodi. Apri questo link per accettare:",
  ask_end: "Se non sei stato tu, non fare nulla: non riceverai altre e-mail al riguardo.",
  agree_title: "E-mail sui nuovi episodi",
  agree_text: "Premi il pulsante per ricevere le e-mail che hai chiesto.",
  agree: "Inviatemi queste e-mail",
  agreed:
    "Fatto. D’ora in poi ricevi e-mail sui nuovi episodi, e ognuna ha un link per non riceverne più.",
  end_ask: "Non riceverai più e-mail sui nuovi episodi a questo indirizzo.",
  end: "Annulla l’iscrizione",
  ended: "Non ricevi più e-mail sui nuovi episodi.",
  to_settings: "Impostazioni delle notifiche",
  subject_many: "Nuovi episodi: {shows}",
  lead: "Nuovi episodi dei podcast che segui:",
  more: { one: "E un altro episodio.", other: "E altri {n} episodi." },
  why: "Ricevi questa e-mail perché l’hai chiesta a {site}.",
};
