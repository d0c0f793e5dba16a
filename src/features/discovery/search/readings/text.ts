/** Text as it is compared with a query: words in plain Latin letters; pure. */

import { simplified } from "./han.ts";

/** Letters of Cyrillic and Greek in Latin ones, as most people type them. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts " +
    "ч ch ш sh щ sch ъ - ы y ь - э e ю yu я ya і i ї yi є ye ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz " +
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o " +
    "ß ss ø o æ ae œ oe ł l đ d ð d þ th ı i"
  )
    .split(" ")
    .reduce<string[][]>((pairs, part, index) => {
      if (index % 2 === 0) pairs.push([part, ""]);
      else if (part !== "-") (pairs.at(-1) as string[])[1] = part;
      return pairs;
    }, []),
);

/** Folded, and with Cyrillic and Greek in Latin letters. */
export function comparable(text: string): string {
  const plain = folded(text);
  return isAscii(plain)
    ? plain
    : plain.replace(/[\u0370-\u03ff\u0400-\u045fґß-ÿœłđıþ]/gu, (letter) => LATIN[letter] ?? letter);
}

/** Most text is, and takes a fraction of the time. */
export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** "N.P.R." as "NPR". */
export const undotted = (text: string): string =>
  text.includes(".")
    ? text.replace(
        /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu,
        (dotted) => `${dotted.replaceAll(".", "")} `,
      )
    : text;

/** Lower case, without accents, apostrophes and signs, katakana as hiragana: nearly as the index folds. */
export function folded(text: string): string {
  const plain = undotted(text.replace(/['’‘ʼʻ´`′＇]/gu, "").toLowerCase());
  return isAscii(plain)
    ? plain.replace(/[^a-z0-9]+/g, " ").trim()
    : simplified(plain)
        .normalize("NFKD")
        .replace(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670]/gu, "")
        .normalize("NFC")
        .toLowerCase()
        .replace(/[\u30a1-\u30f6]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
        .replace(/[أإآٱىةؤئ]/gu, (letter) => ARABIC[letter] ?? letter)
        .replace(/[^\p{L}\p{M}\p{N}ー]+/gu, " ")
        .trim();
}

const ARABIC: Readonly<Record<string, string>> = {
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ة: "ه",
  ؤ: "و",
  ئ: "ي",
};

/** The words of comparable text. */
export const wordsIn = (text: string): string[] => text.split(" ").filter(Boolean);

/** Written without blanks between words. */
export const isUnspaced = (word: string): boolean =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/u.test(
    word,
  );

/**
 * What two words have in common that sound alike in the languages with Latin letters: consonants without doubling,
 * silent letters and the choice between c, k and q or s and z. The database's search_sound computes the same.
 */
export function soundOf(word: string): string {
  return word
    .replace(/[^a-z]/g, "")
    .replace(/^[kgp](?=n)|^w(?=r)|^p(?=s)/, "")
    .replace(/ph/g, "f")
    .replace(/tch/g, "ch")
    .replace(/dg/g, "g")
    .replace(/s?ch|sh|ti(?=on|al|ous)|ci(?=ous|al)|si(?=on)/g, "S")
    .replace(/g?h(?=[^aeiouy]|$)/g, "")
    .replace(/g(?=[eiy])/g, "j")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/x/g, "ks")
    .replace(/[cq]/g, "k")
    .replace(/z/g, "s")
    .replace(/w/g, "v")
    .replace(/(?<=.)[aeiouyh]/g, "")
    .replace(/^[aeiouy]/, "a")
    .replace(/(.)\1+/g, "$1");
}
