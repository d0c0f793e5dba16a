/** The texts of a show's team in Italian. */
import type { TeamWords } from "./en.ts";

export const it: TeamWords = {
  page: "Team",
  people: "Persone",
  roles: {
    owner: "Autore: tutto, compresi il team e l’eliminazione del podcast",
    show: "Questo podcast: dettagli, feed ed episodi",
    all: "Tutti i podcast dell’autore: lo stesso, nuovi podcast e spostamento di episodi tra loro",
  },
  you: "tu",
  add: "Aggiungi una persona",
  add_lead:
    "Deve avere un account su questo server. I permessi valgono subito; non c’è un invito da accettare.",
  username: "Nome utente",
  unknown: "Nessuno su questo server ha questo nome utente.",
  author_already: "È l’autore, che può già fare tutto.",
  role: "Può modificare",
  this_show: "Questo podcast",
  all_shows: "Tutti i podcast dell’autore",
  add_act: "Aggiungi",
  to_show: "Solo questo podcast",
  to_all: "Consenti tutti i podcast",
  remove: "Rimuovi",
  remove_of: "Rimuovi {name}",
  remove_sure: "{name} non potrà più modificare né vedere gli episodi non pubblicati.",
  added: "Il team ha un nuovo membro.",
  changed: "Il ruolo è cambiato.",
  removed: "Rimosso dal team.",
  nobody: "Lavori da solo a questo podcast. Aggiungi chi registra, monta o scrive le note con te.",
  only_author: "Solo l’autore vede e modifica il team.",
  your_role: "Il tuo ruolo",
  admin: "Vedi questa pagina come amministratore del server.",
  organizations: "Organizzazioni",
  organizations_lead:
    "I membri di queste organizzazioni vedono i numeri di questo podcast. Il resto dipende dal ruolo, che scelgono gli amministratori dell’organizzazione.",
  member_roles: {
    admin: "Amministratore",
    ad_manager: "Responsabile pubblicità",
    analyst: "Analista",
    editor: "Redattore",
  },
  member_rights: {
    admin: "modifica il podcast, vede i numeri, prenota la pubblicità e sceglie i membri",
    ad_manager: "vede i numeri e prenota la pubblicità",
    analyst: "vede i numeri e quelli della pubblicità",
    editor: "modifica il podcast e vede i numeri",
  },
};
