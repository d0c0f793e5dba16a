/** The texts of mails with reports in French. */
import type { ReportMailWords } from "./en.ts";

export const fr: ReportMailWords = {
  days: "{from} – {to}",
  figures: "{days}\u00a0: {impressions} et {revenue}.",
  nothing: "{days}\u00a0: rien n’a été diffusé ni facturé.",
  utc: "Les jours sont en UTC.",
  attached: "Toutes les lignes sont jointes en CSV.",
  large: "Le fichier CSV est trop volumineux pour un e-mail. Téléchargez-le ici\u00a0:",
  large_page:
    "Le fichier CSV est trop volumineux pour un e-mail. Téléchargez-le depuis les rapports du studio.",
  open: "Ouvrir le rapport",
  why: "Vous recevez cet e-mail parce que {owner} vous fait envoyer le rapport «\u00a0{name}\u00a0» de {team}.",
  why_test: "Vous avez demandé cet e-mail sur la page du rapport «\u00a0{name}\u00a0» de {team}.",
  unsubscribe: "Se désabonner",
  unsubscribe_title: "E-mails d’un rapport",
  unsubscribe_ask: "Vous ne recevrez plus d’e-mails du rapport «\u00a0{name}\u00a0».",
  unsubscribed: "Vous ne recevez plus d’e-mails du rapport «\u00a0{name}\u00a0».",
  subscribe: "Les recevoir à nouveau",
  day: "Jour",
  week: "Semaine",
  month: "Mois",
  advertiser: "Annonceur",
  campaign: "Campagne",
  lineitem: "Élément",
  currency: "Devise",
  impressions: "Impressions",
  revenue: "Revenus",
  ecpm: "eCPM",
  counted: { one: "{n} impression", other: "{n} impressions" },
  more: { one: "Le rapport a une ligne de plus.", other: "Le rapport a {n} lignes de plus." },
};
