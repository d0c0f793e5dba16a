/** The texts of the field of show notes in Italian. */
import type { NotesWords } from "./en.ts";

export const it: NotesWords = {
  notes: "Note dell’episodio",
  notes_hint:
    "Seleziona delle parole e premi un pulsante qui sopra, come «Grassetto». Scrive intorno dei segni che gli ascoltatori non vedono. Una riga vuota comincia un paragrafo.",
  notes_signs:
    "Per il grassetto scrivi due asterischi prima e dopo: **come qui**. Per il corsivo un trattino basso: _come qui_. Per un link: [le sue parole](https://example.org). Comincia ogni punto di un elenco con «- ». Una riga vuota comincia un paragrafo.",
  bold: "Grassetto",
  italic: "Corsivo",
  link: "Link",
  list: "Elenco",
  formatting: "Formattazione",
  preview_notes: "Anteprima delle note",
  preview: "Come la leggono gli ascoltatori",
};
