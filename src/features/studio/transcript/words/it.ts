/** The texts of the page of a transcript in Italian. */
import type { TranscriptWords } from "./en.ts";

export const it: TranscriptWords = {
  none: "Ancora nessuna trascrizione",
  none_text:
    "Con una trascrizione un episodio si può leggere, cercare e trovare. Caricane una e correggila qui mentre ascolti.",
  only_links:
    "Le trascrizioni di questo episodio sono su altri server. Caricane una per modificarla qui.",
  saved: "Trascrizione salvata.",
  added: "Trascrizione aggiunta.",
  estimated:
    "Trascrizione aggiunta. Il testo non ha tempi, quindi sono stimati: correggili mentre ascolti.",
  removed: "Trascrizione rimossa.",
  not_removed:
    "Non rimossa: qualcuno ha cambiato la trascrizione da quando hai aperto la pagina. Ora è così.",
  no_audio: "Non c’è ancora l’audio. Puoi modificare le parole anche senza.",
  cues: "Battute",
  cues_hint:
    "Una battuta è una riga con i tempi e, se vuoi, chi parla; sotto ci sono le parole. Una riga vuota la chiude.",
  keys: "Ctrl + Invio divide una battuta nel punto in cui sei. Ctrl + Spazio la riproduce o mette in pausa.",
  leave: "La trascrizione non è salvata.",
  save: "Salva trascrizione",
  count: { one: "{n} battuta", other: "{n} battute" },
  page_of: "pagina {page} di {pages}",
  pages: "Pagine della trascrizione",
  before: "Battute precedenti",
  after: "Battute successive",
  fault_times: "Prima della riga {line} servono i tempi, per esempio 0:04.000 --> 0:07.500.",
  fault_order: "La battuta alla riga {line} finisce prima di cominciare.",
  fault_empty:
    "Una trascrizione ha bisogno di almeno una battuta. Per rimuoverla, usa il pulsante accanto.",
  fault_other: "La trascrizione non si può salvare così.",
  conflict:
    "Qualcun altro ha salvato questa trascrizione mentre scrivevi. Le tue parole sono qui sotto e nulla è andato perso. Ora queste battute sono diverse:",
  play_from: "Riproduci da {time}",
  speaker: "Chi parla",
  said: "Parole",
  from: "Comincia a",
  to: "Finisce a",
  split: "Dividi",
  merge: "Unisci alla successiva",
  remove: "Rimuovi",
  export: "Salva come file",
  export_vtt: "WebVTT (.vtt)",
  export_srt: "SubRip (.srt)",
  export_txt: "Testo (.txt)",
  export_json: "JSON (.json)",
  all: "Trascrizioni",
  elsewhere: "su un altro server",
  remove_transcript: "Rimuovi trascrizione",
  remove_asks: "Le app smetteranno di mostrarla. Salvala prima come file se può servirti ancora.",
  add: "Carica un’altra trascrizione",
  back: "Torna alla trascrizione",
  file: "File",
  file_hint: "WebVTT, SubRip o JSON. Un file di testo senza tempi ne riceve di stimati.",
  language: "Lingua",
  language_hint: "Un codice come it o pt-BR.",
  link_instead: "Oppure rimanda a una trascrizione su un altro server",
  url: "Indirizzo",
  type: "Formato",
  upload: "Carica trascrizione",
};
