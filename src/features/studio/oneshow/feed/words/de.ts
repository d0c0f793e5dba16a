/** The texts of a show's feed in German. */
import type { FeedWords } from "./en.ts";

export const de: FeedWords = {
  page: "Feed",
  address: "Adresse",
  address_lead: "Diese Adresse gibst du Verzeichnissen und Apps.",
  address_private: "Der Podcast ist nur für das Team: Niemand sonst bekommt diesen Feed.",
  change_visibility: "Sichtbarkeit ändern",
  copy: "Kopieren",
  copied: "Kopiert",
  key: "Schlüssel",
  key_lead: "Nur Apps mit dem Schlüssel in der Adresse bekommen diesen Feed.",
  key_reset: "Neuen Schlüssel machen",
  key_warning: "Wer die alte Adresse hat, verliert den Podcast, bis er die neue bekommt.",
  key_done: "Der Feed hat einen neuen Schlüssel.",
  check: "Prüfung",
  check_lead:
    "Soeben an {n} Folgen geprüft: die Regeln von RSS 2.0, von Apple und vom Podcast Standards Project (PSP-1).",
  perfect: "Nichts zu verbessern.",
  passed: "Der Feed ist gültig. Du kannst ihn noch besser machen.",
  failed: {
    one: "{n} Fehler hindert Verzeichnisse daran, den Feed zu nehmen.",
    other: "{n} Fehler hindern Verzeichnisse daran, den Feed zu nehmen.",
  },
  must: "Muss behoben werden",
  should: "Könnte besser sein",
  mend: "Beheben: {field}",
  episodes: { one: "{n} Folge:", other: "{n} Folgen:" },
  and_more: "und {n} weitere",
  new_episode: "Neue Folge",
  cover: "Cover",
  settings: "Einstellungen",
  fields: {
    show_email: "E-Mail-Adresse des Inhabers im Feed zeigen",
    email_hint:
      "Spotify und Amazon brauchen sie, um zu prüfen, dass der Podcast dir gehört. Auch Spammer lesen Feeds: Schalte sie danach wieder ab.",
    item_limit: "Neueste Folgen im Feed",
    item_limit_hint: "Leer: alle, 300 je Seite.",
    prepend_url: "Präfix der Audioadressen",
    prepend_url_hint: "Für Messdienste, etwa https://op3.dev/e/",
    locked: "Andere Hoster",
    locked_yes: "Dürfen diesen Feed nicht importieren",
    locked_no: "Dürfen diesen Feed importieren",
  },
  save: "Einstellungen speichern",
  saved: "Gespeichert.",
  move: "Umziehen oder abschalten",
  move_lead:
    "Zieht der Podcast zu einem anderen Hoster um, schickt diese Adresse Apps und Verzeichnisse zum neuen Feed, und die Abonnenten folgen.",
  move_url: "Adresse des neuen Feeds",
  move_warning:
    "Apps merken sich einen Umzug. Prüfe den neuen Feed zuerst: Er muss dieselben Folgen mit denselben GUIDs haben.",
  move_act: "Feed umziehen",
  move_sure: "Ich habe den neuen Feed geprüft",
  move_unsure: "Prüfe den neuen Feed und setze dann das Häkchen.",
  moved: "Der Feed ist umgezogen: Diese Adresse führt zu {url}",
  off: "Der Feed ist abgeschaltet: Apps und Verzeichnisse bekommen „nicht gefunden“.",
  back: "Feed wieder hier ausliefern",
  back_done: "Der Feed wird wieder hier ausgeliefert.",
  move_done: "Der Feed ist umgezogen.",
  off_done: "Der Feed ist abgeschaltet.",
  off_act: "Feed abschalten",
  off_lead:
    "Abonnenten behalten, was sie geladen haben, und bekommen nichts Neues. Du kannst ihn wieder einschalten.",
  rules: {
    description:
      "Der Podcast hat keine Beschreibung. Schreibe zwei oder drei Sätze für Leute, die ihn nicht kennen.",
    "description-length":
      "Die Beschreibung hat mehr als 4000 Byte. Verzeichnisse schneiden sie ab: Kürze sie.",
    category:
      "Der Podcast hat keine Kategorie. Wähle mindestens eine, damit Verzeichnisse ihn einordnen können.",
    image: "Der Podcast hat kein Cover. Lade ein quadratisches mit mindestens 1400 Pixeln hoch.",
    items: "Der Feed hat keine Folgen. Veröffentliche die erste oder einen Trailer.",
    author: "Der Podcast hat keinen Autor. Nenne die Person oder Gruppe dahinter.",
    https:
      "Die Adresse des Feeds beginnt nicht mit https. Bitte den Betreiber dieses Servers, das einzurichten.",
    "serial-numbers":
      "Der Podcast wird von der ersten Folge an gehört, aber einige Folgen haben keine Nummer.",
    "item-enclosure": "Folgen ohne Audio. Lade es hoch oder nimm sie zurück.",
    "item-enclosure-length": "Folgen ohne Größe der Audiodatei. Lade die Aufnahme hier hoch.",
    "item-enclosure-size":
      "Folgen, deren Audiogröße unbekannt ist, weil sie bei einem anderen Hoster liegen. Kopiere das Audio hierher.",
    "item-enclosure-type": "Audio, das Apple nicht abspielt. Lade es hier als MP3 oder M4A hoch.",
    "item-enclosure-unique": "Folgen mit demselben Audio wie eine andere. Lösche eine davon.",
    "item-description": "Folgen ohne Beschreibung. Sage in ein paar Sätzen, worum es geht.",
    "item-description-length":
      "Beschreibungen mit mehr als 10 000 Byte. Apple schneidet sie ab: Kürze sie.",
    "item-duration": "Folgen ohne Dauer. Lade die Aufnahme hier hoch, dann wird sie gemessen.",
    "item-image": "Folgen ohne eigenes Bild: Apps zeigen das Cover des Podcasts.",
    "item-transcript": "Folgen ohne Transkript. Mit einem kann man sie lesen und durchsuchen.",
    "item-number": "Folgen mit der Nummer 0. Apple beginnt bei 1.",
  },
  check_now: "Feed jetzt prüfen",
  check_long: "{n} Folgen zu prüfen dauert ein paar Sekunden.",
};
