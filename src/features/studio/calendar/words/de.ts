/** The texts of calendars in German. */
import type { CalendarWords } from "./en.ts";

export const de: CalendarWords = {
  calendar: "Kalender",
  month: "Monat",
  previous: "Voriger Monat",
  next: "Nächster Monat",
  today: "Heute",
  drag_hint:
    "Ziehe eine geplante Folge auf einen anderen Tag oder wähle das Datum mit Verschieben.",
  scheduled_n: { one: "{n} geplant", other: "{n} geplant" },
  published_n: { one: "{n} veröffentlicht", other: "{n} veröffentlicht" },
  nothing: "In diesem Monat ist nichts veröffentlicht oder geplant.",
  to_plan:
    "Gib einer Folge ein Datum, damit sie hier erscheint: Wähle einen Entwurf und dann das Datum.",
  drafts: "Entwürfe ansehen",
  scheduled: "Geplant",
  published: "Veröffentlicht",
  processing: "Geplant, Audio in Verarbeitung",
  error: "Geplant, aber das Audio ist fehlerhaft",
  not_public: "Veröffentlicht, aber nicht für alle",
  move: "Verschieben",
  move_named: "{title} verschieben",
  at: "Veröffentlichen am",
  move_episode: "Folge verschieben",
  move_lead:
    "„{title}“ von {show} ist geplant. Die Folge wird stattdessen zum neuen Datum veröffentlicht.",
  not_scheduled: "Diese Folge ist nicht mehr geplant.",
  past: "Dieses Datum ist vorbei. Wähle ein späteres.",
  no_date: "Wähle ein Datum und eine Uhrzeit.",
  cut: "In diesem Monat gibt es mehr als {n} Folgen; gezeigt werden die ersten.",
  earlier: { one: "{n} früheren Tag zeigen", other: "{n} frühere Tage zeigen" },
  more: { one: "{n} weitere", other: "{n} weitere" },
};
