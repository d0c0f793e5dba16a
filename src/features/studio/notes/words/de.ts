/** The texts of the field of show notes in German. */
import type { NotesWords } from "./en.ts";

export const de: NotesWords = {
  notes: "Beschreibung",
  notes_hint:
    "**Fett**, _kursiv_, [ein Link](https://example.org); eine Zeile mit „- “ am Anfang ist ein Listenpunkt. Eine leere Zeile beginnt einen Absatz.",
  bold: "Fett",
  italic: "Kursiv",
  link: "Link",
  list: "Liste",
  formatting: "Formatierung",
  preview_notes: "Beschreibung ansehen",
  preview: "So lesen es die Hörer",
};
