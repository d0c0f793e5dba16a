/** The texts of upload fields in German. */
import type { UploadWords } from "./en.ts";

export const de: UploadWords = {
  progress: "Fortschritt des Uploads",
  pause: "Upload anhalten",
  resume: "Upload fortsetzen",
  sending: "Wird hochgeladen. Du kannst inzwischen den Rest ausfüllen.",
  resumed: "Der Rest wird hochgeladen: Der Anfang ist schon da.",
  waiting: "Keine Verbindung. Der Upload geht von selbst weiter.",
  paused: "Angehalten.",
  done: "Hochgeladen.",
  awaited: "Wird gespeichert, sobald der Upload vollständig ist.",
  too_large: "Die Datei ist zu groß. Wähle eine kleinere.",
  no_space:
    "Für die Datei ist kein Speicherplatz mehr da. Lösche etwas und setze den Upload dann fort.",
  signed_out:
    "Du bist abgemeldet. Melde dich in einem anderen Tab an, lade diese Seite neu und wähle die Datei noch einmal.",
  unreadable: "Die Datei wurde geändert oder ist nicht lesbar. Wähle sie noch einmal.",
  other: "Der Upload ist stehen geblieben. Setze ihn fort oder wähle die Datei noch einmal.",
};
