/** The texts of acts on one episode of a list in German. */
import type { EpisodeActsWords } from "./en.ts";

export const de: EpisodeActsWords = {
  publish_title: "Folge veröffentlichen",
  publish_lead:
    "„{title}“ erscheint sofort auf den Seiten und im Feed von {show}. Eine veröffentlichte Folge wird nicht wieder zum Entwurf, aber du kannst sie verbergen.",
  publish_planned: "Geplant war sie für {date}.",
  publish_now: "Jetzt veröffentlichen",
  unschedule_title: "Planung der Folge aufheben",
  unschedule_lead:
    "„{title}“ bleibt ein Entwurf von {show}, bis du die Folge veröffentlichst oder neu planst.",
  unschedule_planned: "Geplant ist sie für {date}.",
  unschedule: "Planung der Folge aufheben",
  delete_title: "Folge löschen",
  delete_lead:
    "„{title}“ verschwindet von allen Seiten und aus allen Feeds, mit Audio, Likes und Nachrichten. Das lässt sich nicht rückgängig machen. Was gezählt wurde, bleibt in den Zahlen des Podcasts.",
  name: "Gib den Titel der Folge ein",
  wrong_name: "Das ist nicht der Titel der Folge. Es wurde nichts gelöscht.",
  delete: "Folge löschen",
  cancel: "Abbrechen",
};
