/** The texts of the page of a report's mails in French. */
import type { MailsDictionary } from "./en.ts";

export const fr: MailsDictionary = {
  title: "E-mails d’un rapport",
  mails: "E-mails",
  lead: "Chaque destinataire reçoit un e-mail avec les chiffres en une phrase, les premières lignes et toutes les lignes en CSV.",
  no_mail:
    "Ce serveur n’envoie pas d’e-mails. Demandez à ses administrateurs de configurer un serveur de messagerie (SMTP_URL).",
  stopped:
    "Ce rapport n’est plus envoyé\u00a0: {owner} ne peut plus lire la publicité de l’équipe. Enregistrez votre propre rapport pour l’envoyer.",
  stopped_own:
    "Ce rapport n’est plus envoyé, car vous aviez perdu le droit de lire la publicité de l’équipe. Enregistrez la planification pour recommencer.",
  next: "Les prochains e-mails partent le {when} ({zone}).",
  none: "Ce rapport n’est pas envoyé.",
  by_owner: "Seule la personne qui a enregistré le rapport peut changer cela\u00a0: {owner}.",
  not_mailed: "Pas envoyé",
  stopped_short: "Arrêté",
  frequency: "Fréquence",
  DAILY: "Chaque jour",
  WEEKLY: "Chaque semaine",
  MONTHLY: "Chaque mois",
  weekday: "Jour de la semaine",
  day: "Jour du mois",
  day_hint: "Mois plus courts\u00a0: le dernier jour.",
  hour: "Heure",
  timezone: "Fuseau horaire",
  recipients: "Destinataires",
  UNCONFIRMED: "ne reçoit rien avant d’avoir confirmé son adresse e-mail dans ses paramètres",
  UNSUBSCRIBED: "s’est désabonné\u00a0; seul le lien d’un de ses e-mails peut l’annuler",
  LEFT: "ne peut plus lire la publicité de l’équipe",
  confirm: "Confirmez votre adresse e-mail",
  save: "Enregistrer la planification",
  stop: "Ne plus envoyer",
  test: "Me l’envoyer maintenant",
  back: "Retour aux rapports",
  saved: "Enregistré.",
  ended: "Le rapport n’est plus envoyé.",
  tested: "L’e-mail est en file d’attente. La liste ci-dessous dit ce qu’il devient.",
  log: "E-mails des 90 derniers jours",
  log_empty: "Aucun pour l’instant.",
  older: "E-mails plus anciens",
  at: "Heure",
  recipient: "Destinataire",
  state: "État",
  asked: "demandé",
  zone: "Les heures sont dans le fuseau horaire {zone}.",
  PENDING: "En attente",
  SENT: "Envoyé",
  SKIPPED: "Non envoyé",
  FAILED: "Échoué",
  why_LEFT:
    "Cette personne ne peut plus lire la publicité de l’équipe. Choisissez d’autres destinataires.",
  why_UNCONFIRMED:
    "L’adresse e-mail n’est pas confirmée. Cette personne peut la confirmer dans ses paramètres.",
  why_UNSUBSCRIBED: "Cette personne s’est désabonnée.",
  why_STOPPED:
    "La personne qui a enregistré le rapport ne peut plus lire la publicité de l’équipe.",
  why_REFUSED:
    "Le serveur de messagerie refuse l’adresse. Cette personne peut la corriger dans ses paramètres.",
  why_UNREACHABLE:
    "Le serveur de messagerie ne l’a pas accepté. Il y a six essais en environ quatre heures\u00a0; ensuite, adressez-vous aux administrateurs de ce serveur.",
  why_UNANSWERED:
    "Le serveur de messagerie n’a pas confirmé l’avoir accepté. Il est peut-être arrivé\u00a0: il n’est donc pas renvoyé.",
  why_REPORT:
    "Le rapport ne peut pas être établi\u00a0: il a trop de lignes, ou ce dont il traite n’existe plus. Modifiez le rapport.",
};
