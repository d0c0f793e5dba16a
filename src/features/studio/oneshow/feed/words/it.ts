/** The texts of a show's feed in Italian. */
import type { FeedWords } from "./en.ts";

export const it: FeedWords = {
  page: "Feed",
  address: "Indirizzo",
  address_lead: "Dai questo indirizzo a directory e app.",
  address_private: "Il podcast è solo per il team: nessun altro riceve questo feed.",
  change_visibility: "Cambia la visibilità",
  copy: "Copia",
  copied: "Copiato",
  key: "Chiave",
  key_lead: "Ricevono questo feed solo le app che hanno la chiave nell’indirizzo.",
  key_reset: "Crea una nuova chiave",
  key_warning: "Chi ha il vecchio indirizzo perde il podcast finché non riceve quello nuovo.",
  key_done: "Il feed ha una nuova chiave.",
  check: "Controllo",
  check_lead:
    "Controllate ora su {n} episodi: le regole di RSS 2.0, di Apple e del Podcast Standards Project (PSP-1).",
  perfect: "Niente da sistemare.",
  passed: "Il feed è valido. Puoi ancora migliorarlo.",
  failed: {
    one: "{n} errore impedisce alle directory di accettare il feed.",
    other: "{n} errori impediscono alle directory di accettare il feed.",
  },
  must: "Da sistemare",
  should: "Migliorabile",
  mend: "Sistema: {field}",
  episodes: { one: "{n} episodio:", other: "{n} episodi:" },
  and_more: "e altri {n}",
  new_episode: "Nuovo episodio",
  cover: "Copertina",
  settings: "Impostazioni",
  fields: {
    show_email: "Mostra nel feed l’e-mail del proprietario",
    email_hint:
      "Serve a Spotify e Amazon per verificare che il podcast sia tuo. Anche gli spammer leggono i feed: disattivala dopo.",
    item_limit: "Episodi più recenti nel feed",
    item_limit_hint: "Vuoto: tutti, 300 per pagina.",
    prepend_url: "Prefisso degli indirizzi audio",
    prepend_url_hint: "Per servizi di misurazione, come https://op3.dev/e/",
    locked: "Altri host",
    locked_yes: "Non possono importare questo feed",
    locked_no: "Possono importare questo feed",
  },
  save: "Salva le impostazioni",
  saved: "Salvato.",
  move: "Sposta o disattiva",
  move_lead:
    "Se il podcast passa a un altro host, questo indirizzo manda app e directory al nuovo feed, e gli iscritti lo seguono.",
  move_url: "Indirizzo del nuovo feed",
  move_warning:
    "Le app ricordano uno spostamento. Prima controlla il nuovo feed: deve avere gli stessi episodi con gli stessi GUID.",
  move_act: "Sposta il feed",
  move_sure: "Ho controllato il nuovo feed",
  move_unsure: "Controlla il nuovo feed, poi spunta la casella.",
  moved: "Il feed si è spostato: questo indirizzo porta a {url}",
  off: "Il feed è disattivato: app e directory ricevono “non trovato”.",
  back: "Torna a servire il feed qui",
  back_done: "Il feed è di nuovo qui.",
  move_done: "Il feed è stato spostato.",
  off_done: "Il feed è disattivato.",
  off_act: "Disattiva il feed",
  off_lead: "Gli iscritti tengono ciò che hanno scaricato e non ricevono altro. Puoi riattivarlo.",
  rules: {
    description:
      "Il podcast non ha una descrizione. Scrivi due o tre frasi per chi non lo conosce.",
    "description-length":
      "La descrizione supera i 4000 byte. Le directory la tagliano: accorciala.",
    category:
      "Il podcast non ha una categoria. Scegline almeno una, così le directory possono elencarlo.",
    image: "Il podcast non ha una copertina. Caricane una quadrata di almeno 1400 pixel.",
    items: "Il feed non ha episodi. Pubblica il primo, o un trailer.",
    author: "Il podcast non ha un autore. Indica la persona o il gruppo che lo fa.",
    https:
      "L’indirizzo del feed non comincia con https. Chiedi a chi gestisce il server di attivarlo.",
    "serial-numbers":
      "Il podcast si ascolta dal primo episodio, ma alcuni episodi non hanno un numero.",
    "item-enclosure": "Episodi senza audio. Caricalo o ritirali.",
    "item-enclosure-length": "Episodi senza dimensione dell’audio. Carica l’audio qui.",
    "item-enclosure-size":
      "Episodi con dimensione dell’audio sconosciuta, perché è su un altro host. Copia l’audio qui.",
    "item-enclosure-type": "Audio di un tipo che Apple non riproduce. Caricalo qui come MP3 o M4A.",
    "item-enclosure-unique": "Episodi con lo stesso audio di un altro. Eliminane uno.",
    "item-description": "Episodi senza descrizione. Di’ in poche frasi di che cosa parlano.",
    "item-description-length": "Descrizioni oltre i 10 000 byte. Apple le taglia: accorciale.",
    "item-duration": "Episodi senza durata. Carica qui l’audio e sarà misurata.",
    "item-image": "Episodi senza un’immagine propria: le app mostrano la copertina del podcast.",
    "item-transcript": "Episodi senza trascrizione. Con una, si possono leggere e cercare.",
    "item-number": "Episodi con numero 0. Apple comincia da 1.",
  },
  check_now: "Controlla il feed ora",
  check_long: "Controllare {n} episodi richiede qualche secondo.",
};
