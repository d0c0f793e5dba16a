/** The shapes of the invented network's texts. */

export type Language = "en" | "it" | "es" | "de" | "fr";

/** A guest with what they do, in the show's language. */
export type Guest = readonly [name: string, role: string];

export type ShowText = Readonly<{
  /** Its permalink. */
  key: string;
  title: string;
  language: Language;
  category_id: number;
  category_2_id: number;
  /** Two paragraphs. */
  about: readonly [string, string];
  host: string;
  guests: readonly Guest[];
  tags: readonly string[];
  /** What every chapter list of the show may contain. */
  chapters: readonly string[];
  /** The composition and the colours of its cover: ground, then inks. */
  cover: Readonly<{ composition: string; colours: readonly [string, ...string[]] }>;
  /** The weekday of the newest episode (0 is Sunday), the hour (UTC), and the days between episodes. */
  rhythm: Readonly<{ day: number; hour: number; days: number }>;
  serial?: true;
  /** Whether every guest fits every episode; otherwise episodes name theirs. */
  anyGuest?: true;
  /**
   * `Title | what it is about | number of the guest, if any`, oldest first: the trailer is first, the bonus episode
   * thirteenth.
   */
  episodes: readonly string[];
}>;

/** The phrases of a language. In braces: `guest`, `role`, `host`. */
export type Phrases = Readonly<{
  /** Second paragraphs of notes with a guest. */
  guests: readonly string[];
  /** Second paragraphs without one. */
  alone: readonly string[];
  heading: readonly string[];
  /** Ends of notes. */
  farewells: readonly string[];
  opening: readonly string[];
  ending: readonly string[];
  /** Sentences of transcripts. */
  spoken: readonly string[];
  funding: string;
  soundbite: readonly string[];
  messages: readonly string[];
  answers: readonly string[];
  listeners: readonly string[];
}>;
