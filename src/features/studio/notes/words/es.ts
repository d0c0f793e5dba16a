/** The texts of the field of show notes in Spanish. */
import type { NotesWords } from "./en.ts";

export const es: NotesWords = {
  notes: "Notas del episodio",
  notes_hint:
    "Selecciona palabras y pulsa un botón de arriba, como «Negrita». Escribe signos alrededor que los oyentes no ven. Una línea vacía empieza un párrafo.",
  notes_signs:
    "Para la negrita, escribe dos asteriscos antes y después: **como aquí**. Para la cursiva, un guion bajo: _como aquí_. Para un enlace: [sus palabras](https://example.org). Empieza cada punto de una lista por «- ». Una línea vacía empieza un párrafo.",
  bold: "Negrita",
  italic: "Cursiva",
  link: "Enlace",
  list: "Lista",
  formatting: "Formato",
  preview_notes: "Vista previa de las notas",
  preview: "Como las leen los oyentes",
};
