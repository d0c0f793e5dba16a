/** The texts of reports for sponsors in French. */
import type { SponsorReportWords } from "./en.ts";

export const fr: SponsorReportWords = {
  report: "Rapport de campagne",
  lead: "{advertiser} · au {date}",
  delivered: "Impressions diffusées",
  goal: "Objectif",
  by_day: "Impressions par jour",
  says: "{n} impressions ont été diffusées, {percent} de l’objectif.",
  says_plain: "{n} impressions ont été diffusées.",
  items: "Éléments",
  item: "Élément",
  start: "Début",
  end: "Fin",
  counted:
    "Une impression compte quand la publicité a été envoyée à un auditeur dont le téléchargement compte.",
  share: "Partager le rapport",
  share_lead:
    "Crée une adresse qui montre la diffusion de cette campagne, sans prix, à quiconque la possède. Une nouvelle adresse remplace la précédente.",
  days: "Valable (jours)",
  do_share: "Créer une adresse",
  do_end: "Arrêter le partage",
  address: "L’adresse du rapport. Elle n’est montrée que maintenant : copiez-la.",
  until: "Partagé jusqu’au {date}.",
  ended: "Le rapport n’est plus partagé.",
  back: "Retour à la campagne",
};
