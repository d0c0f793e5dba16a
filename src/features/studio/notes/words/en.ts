/** The texts of the field of show notes in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  notes: "Show notes",
  notes_hint:
    "**Bold**, _italic_, [a link](https://example.org); a line that starts with “- ” is a point of a list. An empty line begins a paragraph.",
  bold: "Bold",
  italic: "Italic",
  link: "Link",
  list: "List",
  formatting: "Formatting",
  preview_notes: "Preview notes",
  preview: "As listeners read it",
} as const;

export type NotesWords = Texts<typeof en>;
