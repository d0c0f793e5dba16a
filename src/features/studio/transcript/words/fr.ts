/** The texts of the page of a transcript in French. */
import type { TranscriptWords } from "./en.ts";

export const fr: TranscriptWords = {
  none: "Pas encore de transcription",
  none_text:
    "Avec une transcription, on peut lire un épisode, y chercher et le trouver. Envoyez-en une, puis corrigez-la ici en écoutant.",
  only_links:
    "Les transcriptions de cet épisode sont sur d’autres serveurs. Envoyez-en une pour la modifier ici.",
  saved: "Transcription enregistrée.",
  added: "Transcription ajoutée.",
  estimated:
    "Transcription ajoutée. Le texte n’a pas de minutage, il est donc estimé : corrigez-le en écoutant.",
  removed: "Transcription retirée.",
  not_removed:
    "Pas retirée : quelqu’un a modifié la transcription depuis que vous avez ouvert la page. La voici telle qu’elle est.",
  no_audio: "Il n’y a pas encore d’audio. Vous pouvez modifier les mots sans lui.",
  cues: "Répliques",
  cues_hint:
    "Une réplique est une ligne avec le minutage et, si vous voulez, qui parle ; les mots sont en dessous. Une ligne vide la termine.",
  keys: "Ctrl + Entrée coupe une réplique là où vous êtes. Ctrl + Espace la lit ou met en pause.",
  leave: "La transcription n’est pas enregistrée.",
  save: "Enregistrer la transcription",
  count: { one: "{n} réplique", other: "{n} répliques" },
  page_of: "page {page} sur {pages}",
  pages: "Pages de la transcription",
  before: "Répliques précédentes",
  after: "Répliques suivantes",
  fault_times: "Avant la ligne {line}, il faut un minutage, par exemple 0:04.000 --> 0:07.500.",
  fault_order: "La réplique de la ligne {line} finit avant de commencer.",
  fault_empty:
    "Une transcription a besoin d’au moins une réplique. Pour la retirer, utilisez le bouton à côté.",
  fault_other: "La transcription ne peut pas être enregistrée ainsi.",
  conflict:
    "Quelqu’un d’autre a enregistré cette transcription pendant que vous écriviez. Vos mots sont ci-dessous et rien n’est perdu. Ces répliques sont maintenant différentes :",
  play_from: "Lire à partir de {time}",
  speaker: "Qui parle",
  said: "Mots",
  from: "Commence à",
  to: "Finit à",
  split: "Couper",
  merge: "Joindre à la suivante",
  remove: "Retirer",
  export: "Enregistrer en fichier",
  export_vtt: "WebVTT (.vtt)",
  export_srt: "SubRip (.srt)",
  export_txt: "Texte (.txt)",
  export_json: "JSON (.json)",
  all: "Transcriptions",
  elsewhere: "sur un autre serveur",
  remove_transcript: "Retirer la transcription",
  remove_asks:
    "Les applications ne la montreront plus. Enregistrez-la d’abord en fichier si elle peut encore servir.",
  add: "Envoyer une autre transcription",
  back: "Retour à la transcription",
  file: "Fichier",
  file_hint: "WebVTT, SubRip ou JSON. Un fichier texte sans minutage en reçoit un estimé.",
  language: "Langue",
  language_hint: "Un code comme fr ou pt-BR.",
  link_instead: "Ou renvoyer à une transcription sur un autre serveur",
  url: "Adresse",
  type: "Format",
  upload: "Envoyer la transcription",
};
