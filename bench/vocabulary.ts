/** Generated text for shows and episodes: the same seed always gives the same words. */

// biome-ignore format: lists of words
const WORDS = {
  adjective: [
    "amber", "brisk", "copper", "distant", "early", "faded", "gentle", "hollow", "idle", "jagged",
    "kindly", "lunar", "muddy", "northern", "open", "patient", "quiet", "restless", "salted",
    "tidal", "uneven", "velvet", "wandering", "yellow", "borrowed", "crooked", "drowsy", "electric",
    "forgotten", "golden", "handmade", "inland", "late", "narrow", "painted", "rusty", "silver",
    "tangled", "upper", "wooden",
  ],
  noun: [
    "anchor", "bakery", "canal", "drawer", "engine", "ferry", "garden", "harbour", "island", "jar",
    "kitchen", "lantern", "market", "notebook", "orchard", "piano", "quarry", "radio", "station",
    "tower", "umbrella", "valley", "window", "yard", "archive", "bridge", "cellar", "daybreak",
    "factory", "glacier", "hillside", "kiosk", "ladder", "meadow", "night train", "observatory",
    "post office", "railway", "sailmaker", "telescope", "village", "workshop", "almanac", "compass",
    "festival", "library", "mountain", "newspaper", "river", "theatre", "café", "jalapeño stall",
  ],
  verb: [
    "answers", "borrows", "carries", "describes", "explains", "follows", "gathers", "hides",
    "interrupts", "joins", "keeps", "leaves", "measures", "names", "opens", "promises", "questions",
    "repairs", "studies", "trades", "visits", "watches", "remembers", "translates",
  ],
  ending: [
    "before the rain", "on a Sunday", "for the third time", "without a map", "in plain words",
    "by the old road", "as nobody expected", "with a little help", "under the bridge",
    "until the last bus", "after all these years", "at half the price", "for once", "in the end",
    "– or so they say", "as in “once upon a time”", "at nine o’clock",
  ],
};

/** A seeded random number generator in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const one = (random: Random, kind: keyof typeof WORDS): string =>
  WORDS[kind][Math.floor(random() * WORDS[kind].length)] ?? "";
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Two to four words, 40 characters at most. */
export function makeTitle(random: Random): string {
  const start = `${one(random, "adjective")} ${one(random, "noun")}`;
  return capital(random() < 0.4 ? `${start} ${one(random, "verb")}` : start).slice(0, 40);
}

function makeSentence(random: Random): string {
  const subject = `the ${one(random, "adjective")} ${one(random, "noun")}`;
  const object = `the ${one(random, "adjective")} ${one(random, "noun")}`;
  return capital(`${subject} ${one(random, "verb")} ${object} ${one(random, "ending")}.`);
}

export type Paragraph = { plain: string; html: string };

/** 100 to 350 characters, sometimes with a link or an emphasis. */
export function makeParagraph(random: Random): Paragraph {
  const sentences = Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
    makeSentence(random),
  );
  const plain = sentences.join(" ");
  const [first = "", ...rest] = sentences;
  const dressed =
    random() < 0.3
      ? [
          `<a href="https://example.org/notes/${Math.floor(random() * 10_000)}">${first}</a>`,
          ...rest,
        ]
      : [`<em>${first}</em>`, ...rest];
  return { plain, html: `<p>${(random() < 0.5 ? dressed : sentences).join(" ")}</p>` };
}
