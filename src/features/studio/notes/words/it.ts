/** The texts of the field of show notes in Italian. */
import type { NotesWords } from "./en.ts";

export const it: NotesWords = {
  notes: "Note dell’episodio",
  notes_hint:
    "**Grassetto**, _corsivo_, [un link](https://example.org); una riga che comincia con «- » è un punto di un elenco. Una riga vuota comincia un paragrafo.",
  bold: "Grassetto",
  italic: "Corsivo",
  link: "Link",
  list: "Elenco",
  formatting: "Formattazione",
  preview_notes: "Anteprima delle note",
  preview: "Come la leggono gli ascoltatori",
};
