/** The texts of a show's directories in Italian. */
import type { DirectoriesWords } from "./en.ts";

export const it: DirectoriesWords = {
  page: "Distribuzione",
  lead: "Le directory leggono il tuo feed da sole, ma ognuna va avvisata una volta. Invia l’indirizzo del feed, poi incolla qui la pagina del podcast.",
  feed: "Indirizzo del feed",
  copy: "Copia",
  copied: "Copiato",
  listed: "Presente",
  ready: "Pronto da inviare",
  missing: { one: "Manca {n} cosa", other: "Mancano {n} cose" },
  has: "presente",
  lacks: "mancante",
  needs: {
    public: "Feed pubblico",
    episode: "Episodio pubblicato",
    cover: "Copertina",
    description: "Descrizione",
    category: "Categoria",
    author: "Autore",
    email: "E-mail nel feed",
    https: "Indirizzo https",
  },
  how: {
    apple:
      "Accedi a Podcasts Connect, scegli “Nuovo programma”, poi “Aggiungi un programma con un feed RSS”. Apple lo esamina in pochi giorni.",
    spotify:
      "Accedi a Spotify for Creators e aggiungi un podcast esistente. Spotify invia un codice all’e-mail nel feed.",
    youtube:
      "In YouTube Studio scegli “Crea”, “Nuovo podcast”, “Invia feed RSS”. YouTube invia un codice all’e-mail nel feed.",
    amazon:
      "Accedi ad Amazon Music for Podcasters e aggiungi il podcast. Comparirà anche su Audible.",
    podcastindex:
      "Incolla l’indirizzo: il podcast compare subito, e molte app aperte lo leggono da lì.",
    pocketcasts: "Incolla l’indirizzo e conferma. Il podcast compare in pochi minuti.",
  },
  submit_to: "Invia a {name}",
  open_at: "Apri su {name}",
  listing: "La pagina del podcast su {name}",
  save: "Salva pagina",
  saved: "Salvato.",
  other_host: "Non è un indirizzo di {name}. Copia lì l’indirizzo della pagina del podcast.",
};
