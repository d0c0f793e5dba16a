/** The texts of the field of show notes in French. */
import type { NotesWords } from "./en.ts";

export const fr: NotesWords = {
  notes: "Notes de l’épisode",
  notes_hint:
    "Sélectionnez des mots et appuyez sur un bouton ci-dessus, comme « Gras ». Il écrit autour d’eux des signes que les auditeurs ne voient pas. Une ligne vide commence un paragraphe.",
  notes_signs:
    "Pour des mots en gras, écrivez deux étoiles avant et après : **comme ici**. Pour l’italique, un tiret bas : _comme ici_. Pour un lien : [ses mots](https://example.org). Commencez chaque point d’une liste par « - ». Une ligne vide commence un paragraphe.",
  bold: "Gras",
  italic: "Italique",
  link: "Lien",
  list: "Liste",
  formatting: "Mise en forme",
  preview_notes: "Aperçu des notes",
  preview: "Comme les auditeurs les lisent",
};
