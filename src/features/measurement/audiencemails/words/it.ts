/** Mails about one's shows, and the pages about them, in Italian. */
import type { Dictionary } from "./en.ts";

export const it: Dictionary = {
  title: "I numeri dei tuoi podcast per e-mail",
  hint: "Su tutti i podcast che puoi modificare.",
  weekly_report: "Un report ogni lunedì mattina",
  jump_notes: "Un avviso quando un podcast ha molti più ascolti e download del solito",
  save: "Salva",
  state_unconfirmed: "Non viene inviato nulla finché non hai confermato il tuo indirizzo e-mail.",
  confirm: "Confermalo",
  state_refused:
    "Il server di posta del tuo indirizzo ha rifiutato le nostre e-mail. Controlla l’indirizzo, poi salva per riprovare.",
  no_mail: "Questo server non invia e-mail.",
  your_shows: "I tuoi podcast",
  week_subject: {
    one: "{name}: {n} ascolto o download, {from} – {to}",
    other: "{name}: {n} ascolti e download, {from} – {to}",
  },
  week_lead: {
    one: "{name}: {n} ascolto o download dal {from} al {to},",
    other: "{name}: {n} ascolti e download dal {from} al {to},",
  },
  more_than_before: "il {percent} in più della settimana precedente.",
  less_than_before: "il {percent} in meno della settimana precedente.",
  as_before: "quasi quanti nella settimana precedente.",
  nothing_before: "nessuno nella settimana precedente.",
  show: "Podcast",
  this_week: "Questa settimana",
  week_before: "Settimana precedente",
  more_shows: { one: "E {n} altro podcast.", other: "E altri {n} podcast." },
  best: "Gli episodi migliori:",
  new_episodes: { one: "È uscito {n} nuovo episodio.", other: "Sono usciti {n} nuovi episodi." },
  new_followers: { one: "{n} nuovo follower.", other: "{n} nuovi follower." },
  jump_subject: {
    one: "{name}: {n} ascolto o download il {day}",
    other: "{name}: {n} ascolti e download il {day}",
  },
  jump_lead: {
    one: "{name} ha avuto {n} ascolto o download il {day}.",
    other: "{name} ha avuto {n} ascolti e download il {day}.",
  },
  jump_usual: {
    one: "In un giorno normale delle cinque settimane precedenti era {n}.",
    other: "In un giorno normale delle cinque settimane precedenti erano {n}.",
  },
  open: "Apri i numeri",
  utc: "I giorni sono in UTC. Per due giorni i numeri possono ancora cambiare un po’.",
  why_weekly: "Ricevi questa e-mail perché hai chiesto a {site} un report ogni lunedì.",
  why_jumps:
    "Ricevi questa e-mail perché hai chiesto a {site} un avviso quando un podcast ha molti più ascolti e download del solito.",
  end: "Annulla l’iscrizione",
  to_settings: "Impostazioni delle notifiche",
  end_weekly: "Non riceverai più report sui tuoi podcast il lunedì.",
  ended_weekly: "Non ricevi più report sui tuoi podcast il lunedì.",
  end_jumps: "Non riceverai più avvisi quando un podcast ha molti più ascolti e download.",
  ended_jumps: "Non ricevi più avvisi quando un podcast ha molti più ascolti e download.",
};
