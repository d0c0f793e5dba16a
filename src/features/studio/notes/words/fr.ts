/** The texts of the field of show notes in French. */
import type { NotesWords } from "./en.ts";

export const fr: NotesWords = {
  notes: "Notes de l’épisode",
  notes_hint:
    "**Gras**, _italique_, [un lien](https://example.org) ; une ligne qui commence par « - » est un point d’une liste. Une ligne vide commence un paragraphe.",
  bold: "Gras",
  italic: "Italique",
  link: "Lien",
  list: "Liste",
  formatting: "Mise en forme",
  preview_notes: "Aperçu des notes",
  preview: "Comme les auditeurs les lisent",
};
