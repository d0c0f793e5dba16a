/** The texts of saved views in German. */
import type { SavedViewsWords } from "./en.ts";

export const de: SavedViewsWords = {
  views: "Gespeicherte Ansichten",
  save_view: "Diese Ansicht speichern",
  save_lead:
    "Suche, Filter, Reihenfolge und Spalten der Liste bleiben unter diesem Namen erhalten, nur für dich. Eine Ansicht gleichen Namens wird ersetzt.",
  name: "Name der Ansicht",
  cancel: "Abbrechen",
  delete_view: "Diese Ansicht löschen",
  delete_lead: "Die Ansicht „{name}“ wird gelöscht. Die Liste selbst bleibt, wie sie ist.",
  type_name: "Gib zur Bestätigung den Namen ein",
  wrong_name: "So heißt sie nicht.",
  too_many: "Du hast {n} Ansichten dieser Liste, mehr sind es nicht. Lösche zuerst eine.",
  view_saved: "Ansicht gespeichert.",
  view_deleted: "Ansicht gelöscht.",
};
