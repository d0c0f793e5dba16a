/** The pages about notifications in German. */
import type { Dictionary } from "./en.ts";

export const de: Dictionary = {
  title: "Benachrichtigungen",
  lead: "Neue Folgen der Podcasts, denen du folgst, auf deinen Geräten, kurz nachdem sie erschienen sind.",
  devices: "Deine Geräte",
  none: "Noch bekommt kein Gerät Benachrichtigungen.",
  here: "Auf diesem Gerät benachrichtigen",
  here_hint: "Dein Browser fragt zuerst um Erlaubnis.",
  unable:
    "Dieser Browser kann keine Benachrichtigungen zeigen. Auf einem iPhone oder iPad füge diese Seite zuerst zum Home-Bildschirm hinzu.",
  refused:
    "Dein Browser erlaubt keine Benachrichtigungen dieser Seite. Erlaube sie in seinen Einstellungen für diese Seite und versuche es noch einmal.",
  failed: "Dein Browser konnte dieses Gerät nicht anmelden. Versuche es später noch einmal.",
  needs_scripts: "Um dieses Gerät hinzuzufügen, schalte JavaScript ein.",
  added: "Dieses Gerät bekommt ab jetzt neue Folgen.",
  removed: "Das Gerät bekommt keine Benachrichtigungen mehr.",
  saved: "Deine Wahl ist gespeichert.",
  added_at: "Hinzugefügt {when}",
  last: "zuletzt benachrichtigt {when}",
  failing: "zum ersten Mal nicht erreicht {when}",
  remove: "Beenden",
  shows: "Podcasts",
  shows_hint: "Diesen Podcasts folgst du. Wähle, welche dich benachrichtigen.",
  no_shows: "Du folgst noch keinem Podcast.",
  most_shows: "Das sind die {n} Podcasts, denen du zuletzt gefolgt bist.",
  on: "Benachrichtigt dich",
  off: "Still",
  turn_on: "Benachrichtigen",
  turn_off: "Nicht benachrichtigen",
  remove_ask: "Benachrichtigungen auf diesem Gerät beenden?",
  remove_text:
    "{device} bekommt keine Benachrichtigungen über neue Folgen mehr. Von seinem eigenen Browser aus kannst du es wieder hinzufügen.",
  ask_title: "Neue Folgen von {show}",
  ask_text:
    "Du folgst dem Podcast, und dieses Gerät zeigt neue Folgen, kurz nachdem sie erschienen sind.",
  ask_follow: "Folgen und in den Einstellungen wählen",
  unnamed: "Ein Gerät",
};
