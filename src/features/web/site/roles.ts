/** Names what people did in an episode in the language of the page: the most frequent roles of the Podcasting 2.0 taxonomy. */
import type { Words } from "../layout/rules.ts";

/** As what people do, because a feed does not say whether they are women or men. */
const ROLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    host: "Moderation",
    "co-host": "Co-Moderation",
    "guest host": "Gastmoderation",
    guest: "zu Gast",
    narrator: "Erzählstimme",
    reporter: "Reportage",
    producer: "Produktion",
    "executive producer": "Produktionsleitung",
    editor: "Schnitt",
    writer: "Text",
    composer: "Musik",
  },
  es: {
    host: "presentación",
    "co-host": "copresentación",
    "guest host": "presentación invitada",
    guest: "participación invitada",
    narrator: "narración",
    reporter: "reportaje",
    producer: "producción",
    "executive producer": "producción ejecutiva",
    editor: "edición",
    writer: "guion",
    composer: "música",
  },
  fr: {
    host: "animation",
    "co-host": "coanimation",
    "guest host": "animation invitée",
    guest: "participation invitée",
    narrator: "narration",
    reporter: "reportage",
    producer: "production",
    "executive producer": "production exécutive",
    editor: "montage",
    writer: "écriture",
    composer: "musique",
  },
  it: {
    host: "conduzione",
    "co-host": "co-conduzione",
    "guest host": "conduzione ospite",
    guest: "ospite",
    narrator: "voce narrante",
    reporter: "reportage",
    producer: "produzione",
    "executive producer": "produzione esecutiva",
    editor: "montaggio",
    writer: "testi",
    composer: "musiche",
  },
};

/** A role in the language of the page; one that has no translation as its feed says it. */
export const roleIn = (role: string, { lang }: Words): string =>
  ROLES[lang]?.[role.toLowerCase()] ?? role;
