/** The texts of the field of show notes in Spanish. */
import type { NotesWords } from "./en.ts";

export const es: NotesWords = {
  notes: "Notas del episodio",
  notes_hint:
    "**Negrita**, _cursiva_, [un enlace](https://example.org); una línea que empieza por «- » es un punto de una lista. Una línea vacía empieza un párrafo.",
  bold: "Negrita",
  italic: "Cursiva",
  link: "Enlace",
  list: "Lista",
  formatting: "Formato",
  preview_notes: "Vista previa de las notas",
  preview: "Como las leen los oyentes",
};
