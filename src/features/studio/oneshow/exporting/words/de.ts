/** The texts of a show's exports in German. */
import type { ExportingWords } from "./en.ts";

export const de: ExportingWords = {
  page: "Export",
  lead: "Alles hier gehört dir. Nimm es mit, wann du willst: Dadurch ändert sich nichts.",
  feed: "Feed",
  feed_lead:
    "Der ganze Podcast, wie andere Hoster ihn importieren: Angaben, Folgen, Kapitel, Transkripte, Links zum Audio.",
  feed_act: "Feed öffnen (RSS)",
  feed_pages: "Er hat {n} Seiten mit je 300 Folgen; jede nennt die nächste.",
  episodes: "Folgen",
  episodes_lead:
    "Eine Zeile je Folge, auch Entwürfe: Titel, Zustand, Daten, Nummern, Schlagwörter, GUID, Beschreibung.",
  episodes_act: "Folgen herunterladen (CSV)",
  audio: "Audio",
  audio_lead:
    "Adressen, Größen und Dauern der Aufnahmen veröffentlichter Folgen. Ein Download-Manager nimmt die Liste.",
  audio_act: "Audioliste herunterladen (CSV)",
  numbers: "Zahlen",
  numbers_lead: "Wiedergaben und Downloads jedes Tages, wie die Statistik sie zählt.",
  numbers_act: "Ein Jahr in Tagen herunterladen (CSV)",
  team_only:
    "Der Podcast ist nur für das Team: Damit ein anderer Hoster ihn importieren kann, ändere zuerst die Sichtbarkeit.",
  moving: "Ziehst du zu einem anderen Hoster um?",
  moving_steps:
    "Importiere den Feed dort, prüfe den neuen und ziehe dann hier den Feed um: Abonnenten folgen von selbst.",
  move_act: "Feed umziehen",
  columns: {
    title: "Titel",
    state: "Zustand",
    published_at: "Veröffentlicht (UTC)",
    scheduled_at: "Geplant (UTC)",
    season: "Staffel",
    number: "Nummer",
    kind: "Art",
    explicit: "Anstößig",
    tags: "Schlagwörter",
    guid: "GUID",
    page: "Seite",
    description: "Beschreibung",
    audio: "Audio",
    bytes: "Byte",
    seconds: "Sekunden",
    day: "Tag (UTC)",
    plays: "Wiedergaben",
    downloads: "Downloads",
  },
  states: {
    processing: "wird verarbeitet",
    failed: "fehlgeschlagen",
    published: "veröffentlicht",
    scheduled: "geplant",
    draft: "Entwurf",
  },
};
