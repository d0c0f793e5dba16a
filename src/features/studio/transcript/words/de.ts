/** The texts of the page of a transcript in German. */
import type { TranscriptWords } from "./en.ts";

export const de: TranscriptWords = {
  none: "Noch kein Transkript",
  none_text:
    "Mit einem Transkript kann man eine Folge lesen, durchsuchen und finden. Lade eines hoch und verbessere es hier beim Hören.",
  only_links:
    "Die Transkripte dieser Folge liegen auf anderen Servern. Lade eines hoch, um es hier zu bearbeiten.",
  saved: "Transkript gespeichert.",
  added: "Transkript hinzugefügt.",
  estimated:
    "Transkript hinzugefügt. Der Text hat keine Zeiten, deshalb sind sie geschätzt: Verbessere sie beim Hören.",
  removed: "Transkript entfernt.",
  not_removed:
    "Nicht entfernt: Jemand hat das Transkript geändert, seit du die Seite geöffnet hast. So ist es jetzt.",
  no_audio: "Es gibt noch kein Audio. Die Worte kannst du trotzdem bearbeiten.",
  cues: "Abschnitte",
  cues_hint:
    "Ein Abschnitt besteht aus einer Zeile mit den Zeiten, auf Wunsch mit Sprecher, und den Worten darunter. Eine leere Zeile beendet ihn.",
  keys: "Strg + Eingabe teilt einen Abschnitt an der Schreibmarke. Strg + Leertaste spielt ihn oder hält an.",
  leave: "Das Transkript ist nicht gespeichert.",
  save: "Transkript speichern",
  count: { one: "{n} Abschnitt", other: "{n} Abschnitte" },
  page_of: "Seite {page} von {pages}",
  pages: "Seiten des Transkripts",
  before: "Frühere Abschnitte",
  after: "Spätere Abschnitte",
  fault_times: "Zeile {line} braucht davor Zeiten, etwa 0:04.000 --> 0:07.500.",
  fault_order: "Der Abschnitt in Zeile {line} endet vor seinem Anfang.",
  fault_empty:
    "Ein Transkript braucht mindestens einen Abschnitt. Entfernen kannst du es mit dem Knopf daneben.",
  fault_other: "So lässt sich das Transkript nicht speichern.",
  conflict:
    "Jemand anderes hat dieses Transkript gespeichert, während du schriebst. Deine Worte stehen unten, nichts ist verloren. Diese Abschnitte sind jetzt anders:",
  play_from: "Ab {time} abspielen",
  speaker: "Sprecher",
  said: "Worte",
  from: "Beginnt bei",
  to: "Endet bei",
  split: "Teilen",
  merge: "Mit nächstem verbinden",
  remove: "Entfernen",
  export: "Als Datei sichern",
  export_vtt: "WebVTT (.vtt)",
  export_srt: "SubRip (.srt)",
  export_txt: "Text (.txt)",
  export_json: "JSON (.json)",
  all: "Transkripte",
  elsewhere: "auf einem anderen Server",
  remove_transcript: "Transkript entfernen",
  remove_asks:
    "Apps zeigen es dann nicht mehr. Sichere es vorher als Datei, wenn du es noch brauchen könntest.",
  add: "Weiteres Transkript hochladen",
  back: "Zurück zum Transkript",
  file: "Datei",
  file_hint: "WebVTT, SubRip oder JSON. Eine Textdatei ohne Zeiten bekommt geschätzte.",
  language: "Sprache",
  language_hint: "Ein Kürzel wie de oder pt-BR.",
  link_instead: "Oder auf ein Transkript auf einem anderen Server verweisen",
  url: "Adresse",
  type: "Format",
  upload: "Transkript hochladen",
};
