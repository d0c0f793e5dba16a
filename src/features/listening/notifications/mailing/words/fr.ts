/** Mails about new episodes, and the pages about them, in French. */
import type { Dictionary } from "./en.ts";

export const fr: Dictionary = {
  mails: "Par e-mail",
  mails_hint:
    "Les nouveaux épisodes des podcasts ci-dessous qui vous préviennent, à l’adresse {address}.",
  frequency: "E-mails",
  OFF: "Aucun",
  AT_ONCE: "Peu après la publication d’un épisode",
  DAILY: "Une fois par jour",
  WEEKLY: "Une fois par semaine",
  weekday: "Jour de l’e-mail hebdomadaire",
  hour: "Heure des e-mails quotidiens et hebdomadaires",
  quiet: "Heures calmes",
  quiet_hint:
    "Les notifications sur les appareils et les e-mails immédiats attendent leur fin. Les heures sont celles de votre fuseau horaire, {zone}.",
  quiet_from: "De",
  quiet_to: "À",
  never: "Jamais",
  save: "Enregistrer",
  saved_mail: "Votre choix est enregistré.",
  asked:
    "Nous avons envoyé un e-mail à {address}. Ouvrez son lien pour accepter ; d’ici là, vous n’en recevrez pas d’autre.",
  state_unconfirmed:
    "Vous n’avez pas encore accepté : ouvrez le lien de l’e-mail envoyé à {address}. « Enregistrer » en envoie un autre.",
  state_refused:
    "Le serveur de {address} a refusé nos e-mails. Vérifiez l’adresse, puis enregistrez pour réessayer.",
  ask_subject: "Voulez-vous des e-mails sur les nouveaux épisodes ?",
  ask_lead:
    "{username} a demandé à {site} des e-mails sur les nouveaux épisodes à cette adresse. Ouvrez ce lien pour accepter :",
  ask_end: "Si ce n’était pas vous, ne faites rien : vous ne recevrez plus d’e-mail à ce sujet.",
  agree_title: "E-mails sur les nouveaux épisodes",
  agree_text: "Appuyez sur le bouton pour recevoir les e-mails que vous avez demandés.",
  agree: "M’envoyer ces e-mails",
  agreed:
    "C’est fait. Vous recevez désormais des e-mails sur les nouveaux épisodes, et chacun contient un lien pour y mettre fin.",
  end_ask: "Vous ne recevrez plus d’e-mails sur les nouveaux épisodes à cette adresse.",
  end: "Se désabonner",
  ended: "Vous ne recevez plus d’e-mails sur les nouveaux épisodes.",
  to_settings: "Réglages des notifications",
  subject_many: "Nouveaux épisodes : {shows}",
  lead: "Nouveaux épisodes des podcasts que vous suivez :",
  more: { one: "Et un autre épisode.", other: "Et {n} autres épisodes." },
  why: "Vous recevez cet e-mail parce que vous l’avez demandé à {site}.",
};
