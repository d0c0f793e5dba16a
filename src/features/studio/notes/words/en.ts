/** The texts of the field of show notes in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  notes: "Show notes",
  notes_hint:
    "Choose words and press a button above, such as “Bold”. It writes signs around them, which listeners don’t see. An empty line begins a paragraph.",
  notes_signs:
    "For bold words, write two stars before and after them: **like this**. For italics, one underscore: _like this_. For a link, [its words](https://example.org). Begin each point of a list with “- ”. An empty line begins a paragraph.",
  bold: "Bold",
  italic: "Italic",
  link: "Link",
  list: "List",
  formatting: "Formatting",
  preview_notes: "Preview notes",
  preview: "As listeners read it",
} as const;

export type NotesWords = Texts<typeof en>;
