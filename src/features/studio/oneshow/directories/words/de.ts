/** The texts of a show's directories in German. */
import type { DirectoriesWords } from "./en.ts";

export const de: DirectoriesWords = {
  page: "Verbreitung",
  lead: "Verzeichnisse lesen deinen Feed von selbst, aber jedes muss einmal davon erfahren. Reiche die Adresse des Feeds ein und füge dann hier die Seite des Podcasts ein.",
  feed: "Adresse des Feeds",
  copy: "Kopieren",
  copied: "Kopiert",
  listed: "Eingetragen",
  ready: "Bereit zum Einreichen",
  missing: { one: "{n} Angabe fehlt", other: "{n} Angaben fehlen" },
  has: "vorhanden",
  lacks: "fehlt",
  needs: {
    public: "Öffentlicher Feed",
    episode: "Veröffentlichte Folge",
    cover: "Cover",
    description: "Beschreibung",
    category: "Kategorie",
    author: "Autor",
    email: "E-Mail-Adresse im Feed",
    https: "https-Adresse",
  },
  how: {
    apple:
      "Melde dich bei Podcasts Connect an, wähle „Neue Sendung“, dann „Sendung mit RSS-Feed hinzufügen“. Apple prüft sie innerhalb einiger Tage.",
    spotify:
      "Melde dich bei Spotify for Creators an und füge einen bestehenden Podcast hinzu. Spotify schickt einen Code an die E-Mail-Adresse im Feed.",
    youtube:
      "Wähle in YouTube Studio „Erstellen“, „Neuer Podcast“, „RSS-Feed einreichen“. YouTube schickt einen Code an die E-Mail-Adresse im Feed.",
    amazon:
      "Melde dich bei Amazon Music for Podcasters an und füge den Podcast hinzu. Er erscheint auch bei Audible.",
    podcastindex:
      "Füge die Adresse ein: Der Podcast erscheint sofort, und viele offene Apps lesen ihn dort.",
    pocketcasts: "Füge die Adresse ein und bestätige. Der Podcast erscheint nach wenigen Minuten.",
  },
  submit_to: "Bei {name} einreichen",
  open_at: "Bei {name} öffnen",
  listing: "Die Seite des Podcasts bei {name}",
  save: "Seite speichern",
  saved: "Gespeichert.",
  other_host: "Das ist keine Adresse von {name}. Kopiere dort die Adresse der Seite des Podcasts.",
};
