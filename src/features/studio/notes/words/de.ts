/** The texts of the field of show notes in German. */
import type { NotesWords } from "./en.ts";

export const de: NotesWords = {
  notes: "Beschreibung",
  notes_hint:
    "Wähle Wörter aus und drücke oben einen Knopf, etwa „Fett“. Er schreibt Zeichen um sie, die Hörer nicht sehen. Eine leere Zeile beginnt einen Absatz.",
  notes_signs:
    "Für fette Wörter schreibe zwei Sterne davor und dahinter: **so etwa**. Für kursive einen Unterstrich: _so etwa_. Für einen Link: [seine Wörter](https://example.org). Beginne jeden Punkt einer Liste mit „- “. Eine leere Zeile beginnt einen Absatz.",
  bold: "Fett",
  italic: "Kursiv",
  link: "Link",
  list: "Liste",
  formatting: "Formatierung",
  preview_notes: "Beschreibung ansehen",
  preview: "So lesen es die Hörer",
};
