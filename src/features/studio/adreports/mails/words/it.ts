/** The texts of the page of a report's mails in Italian. */
import type { MailsDictionary } from "./en.ts";

export const it: MailsDictionary = {
  title: "E-mail di un report",
  mails: "E-mail",
  lead: "Ogni destinatario riceve un’e-mail con le cifre in una frase, le prime righe e tutte le righe in CSV.",
  no_mail:
    "Questo server non invia e-mail. Chiedi a chi lo gestisce di configurare un server di posta (SMTP_URL).",
  stopped:
    "Questo report non viene più inviato: {owner} non può più leggere la pubblicità del team. Salva un report tuo per inviarlo.",
  stopped_own:
    "Questo report non viene più inviato perché avevi perso il diritto di leggere la pubblicità del team. Salva il calendario per ricominciare.",
  next: "Le prossime e-mail partono il {when} ({zone}).",
  none: "Questo report non viene inviato.",
  by_owner: "Può cambiarlo solo {owner}, che ha salvato il report.",
  not_mailed: "Non inviato",
  stopped_short: "Fermo",
  frequency: "Frequenza",
  DAILY: "Ogni giorno",
  WEEKLY: "Ogni settimana",
  MONTHLY: "Ogni mese",
  weekday: "Giorno della settimana",
  day: "Giorno del mese",
  day_hint: "Nei mesi più corti: l’ultimo giorno.",
  hour: "Ora",
  timezone: "Fuso orario",
  recipients: "Destinatari",
  UNCONFIRMED: "non riceve e-mail finché non conferma il suo indirizzo nelle impostazioni",
  UNSUBSCRIBED: "ha annullato l’iscrizione; solo il link in una delle sue e-mail può ripristinarla",
  LEFT: "non può più leggere la pubblicità del team",
  confirm: "Conferma il tuo indirizzo e-mail",
  save: "Salva calendario",
  stop: "Non inviare più",
  test: "Invialo a me adesso",
  back: "Torna ai report",
  saved: "Salvato.",
  ended: "Il report non viene più inviato.",
  tested: "L’e-mail è in coda. L’elenco qui sotto dice che cosa ne è stato.",
  log: "E-mail degli ultimi 90 giorni",
  log_empty: "Ancora nessuna.",
  older: "E-mail precedenti",
  at: "Ora",
  recipient: "Destinatario",
  state: "Stato",
  asked: "richiesta",
  zone: "Le ore sono nel fuso orario {zone}.",
  PENDING: "In attesa",
  SENT: "Inviata",
  SKIPPED: "Non inviata",
  FAILED: "Non riuscita",
  why_LEFT: "Questa persona non può più leggere la pubblicità del team. Scegli altri destinatari.",
  why_UNCONFIRMED:
    "L’indirizzo non è confermato. La persona può confermarlo nelle sue impostazioni.",
  why_UNSUBSCRIBED: "Questa persona ha annullato l’iscrizione.",
  why_STOPPED: "Chi ha salvato il report non può più leggere la pubblicità del team.",
  why_REFUSED:
    "Il server di posta rifiuta l’indirizzo. La persona può correggerlo nelle sue impostazioni.",
  why_UNREACHABLE:
    "Il server di posta non l’ha accettata. Ci sono sei tentativi in circa quattro ore; poi rivolgiti a chi gestisce questo server.",
  why_UNANSWERED:
    "Il server di posta non ha confermato di averla accettata. Forse è arrivata, perciò non viene inviata di nuovo.",
  why_REPORT:
    "Il report non si può fare: ha troppe righe, o ciò di cui tratta non esiste più. Modifica il report.",
};
