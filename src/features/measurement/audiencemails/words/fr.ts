/** Mails about one's shows, and the pages about them, in French. */
import type { Dictionary } from "./en.ts";

export const fr: Dictionary = {
  title: "Les chiffres de vos podcasts par e-mail",
  hint: "À propos de tous les podcasts que vous pouvez modifier.",
  weekly_report: "Un rapport chaque lundi matin",
  jump_notes:
    "Un message quand un podcast a beaucoup plus d’écoutes et de téléchargements que d’habitude",
  save: "Enregistrer",
  state_unconfirmed: "Rien n’est envoyé tant que vous n’avez pas confirmé votre adresse e-mail.",
  confirm: "La confirmer",
  state_refused:
    "Le serveur de messagerie de votre adresse a refusé nos e-mails. Vérifiez l’adresse, puis enregistrez pour réessayer.",
  no_mail: "Ce serveur n’envoie pas d’e-mails.",
  your_shows: "Vos podcasts",
  week_subject: {
    one: "{name}\u00a0: {n} écoute ou téléchargement, {from} – {to}",
    other: "{name}\u00a0: {n} écoutes et téléchargements, {from} – {to}",
  },
  week_lead: {
    one: "{name}\u00a0: {n} écoute ou téléchargement du {from} au {to},",
    other: "{name}\u00a0: {n} écoutes et téléchargements du {from} au {to},",
  },
  more_than_before: "{percent} de plus que la semaine précédente.",
  less_than_before: "{percent} de moins que la semaine précédente.",
  as_before: "à peu près autant que la semaine précédente.",
  nothing_before: "aucun la semaine précédente.",
  show: "Podcast",
  this_week: "Cette semaine",
  week_before: "Semaine précédente",
  more_shows: { one: "Et {n} autre podcast.", other: "Et {n} autres podcasts." },
  best: "Les meilleurs épisodes\u00a0:",
  new_episodes: {
    one: "{n} nouvel épisode est paru.",
    other: "{n} nouveaux épisodes sont parus.",
  },
  new_followers: { one: "{n} nouvel abonné.", other: "{n} nouveaux abonnés." },
  jump_subject: {
    one: "{name}\u00a0: {n} écoute ou téléchargement le {day}",
    other: "{name}\u00a0: {n} écoutes et téléchargements le {day}",
  },
  jump_lead: {
    one: "{name} a eu {n} écoute ou téléchargement le {day}.",
    other: "{name} a eu {n} écoutes et téléchargements le {day}.",
  },
  jump_usual: {
    one: "Un jour ordinaire des cinq semaines précédentes, c’était {n}.",
    other: "Un jour ordinaire des cinq semaines précédentes, c’était {n}.",
  },
  open: "Ouvrir les chiffres",
  utc: "Les jours sont en UTC. Les chiffres peuvent encore changer un peu pendant deux jours.",
  why_weekly:
    "Vous recevez cet e-mail parce que vous avez demandé à {site} un rapport chaque lundi.",
  why_jumps:
    "Vous recevez cet e-mail parce que vous avez demandé à {site} un message quand un podcast a beaucoup plus d’écoutes et de téléchargements que d’habitude.",
  end: "Se désabonner",
  to_settings: "Réglages des notifications",
  end_weekly: "Vous ne recevrez plus de rapports sur vos podcasts le lundi.",
  ended_weekly: "Vous ne recevez plus de rapports sur vos podcasts le lundi.",
  end_jumps:
    "Vous ne recevrez plus de messages quand un podcast a beaucoup plus d’écoutes et de téléchargements.",
  ended_jumps:
    "Vous ne recevez plus de messages quand un podcast a beaucoup plus d’écoutes et de téléchargements.",
};
