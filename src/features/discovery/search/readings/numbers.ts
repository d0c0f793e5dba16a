/** Numbers and signs in their different spellings; pure. */

import { joinsOf } from "./segments.ts";

const UNITS: readonly string[] = [
  "zero null cero nul noll",
  "one eins ein un uno une um een ett first i",
  "two zwei deux dos due twee dois tva second ii",
  "three drei trois tres tre drie third iii",
  "four vier quatre cuatro quattro quatro fyra fourth iv",
  "five funf fuenf cinq cinco cinque vijf fem fifth v",
  "six sechs seis sei zes sex sixth vi",
  "seven sieben sept siete sette zeven sete sju seventh vii",
  "eight acht huit ocho otto oito atta eighth viii",
  "nine neun neuf nueve nove negen nio ninth ix",
  "ten zehn dix diez dieci tien dez tio tenth x",
  "eleven elf onze once undici elva eleventh xi",
  "twelve zwolf zwoelf douze doce dodici twaalf doze tolv twelfth xii",
  "thirteen dreizehn treize trece tredici dertien treze tretton xiii",
  "fourteen vierzehn quatorze catorce quattordici veertien fjorton xiv",
  "fifteen funfzehn quinze quince quindici vijftien femton xv",
  "sixteen sechzehn seize dieciseis sedici zestien sexton xvi",
  "seventeen siebzehn diecisiete diciassette zeventien sjutton xvii",
  "eighteen achtzehn dieciocho diciotto achttien arton xviii",
  "nineteen neunzehn diecinueve diciannove negentien nitton xix",
  "twenty zwanzig vingt veinte venti twintig vinte tjugo xx",
];
const LARGER: Readonly<Record<number, string>> = {
  21: "einundzwanzig veintiuno ventuno",
  24: "vierundzwanzig veinticuatro ventiquattro vierentwintig",
  25: "funfundzwanzig veinticinco venticinque",
  30: "thirty dreissig trente treinta trenta dertig trinta trettio",
  40: "forty fourty vierzig quarante cuarenta quaranta veertig quarenta fyrtio",
  50: "fifty funfzig cinquante cincuenta cinquanta vijftig cinquenta femtio",
  60: "sixty sechzig soixante sesenta sessanta zestig sessenta sextio",
  70: "seventy siebzig setenta settanta zeventig sjuttio",
  80: "eighty achtzig ochenta ottanta tachtig oitenta attio",
  90: "ninety neunzig noventa novanta negentig nittio",
  100: "hundred hundert cent cien cento honderd cem hundra",
  1000: "thousand tausend mille mil duizend tusen",
  20000: "twintigduizend zwanzigtausend",
};

const VALUES: ReadonlyMap<string, number> = new Map(
  [...UNITS.entries(), ...Object.entries(LARGER)].flatMap(([value, words]) =>
    words.split(" ").map((word): [string, number] => [word, Number(value)]),
  ),
);

/** Short Roman numerals and articles are numbers only beside other words, so they are not read as one. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "i v x un uno une um een ein ett sex sei once cent mil dos due first second".split(" "),
);

const ordinal = /^(\d+)(?:st|nd|rd|th|er|e|eme|a|o)$/;

/** The number that a word means; null for none. */
function numberIn(word: string): number | null {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const counted = ordinal.exec(word)?.[1];
  return counted === undefined ? (VALUES.get(word) ?? null) : Number(counted);
}

/** Other spellings of a number: digits, words, Roman numerals, without leading zeros. */
export function spellingsOf(word: string): string[] {
  const value = numberIn(word);
  if (value === null) return [];
  const words = UNITS[value] ?? LARGER[value] ?? "";
  const known = [String(value), ...words.split(" ").filter(Boolean)];
  if (value < 10) known.push(`0${value}`, `00${value}`);
  else if (value < 100) known.push(`0${value}`);
  if (value <= 31) known.push(`${value}${ending(value)}`);
  return known.filter((other) => other !== word && (!AMBIGUOUS.has(word) || /^\d/.test(other)));
}

const ending = (value: number): string =>
  value % 100 > 10 && value % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");

/** Numbers of one word or more in digits: "ninety nine percent" gives "99 percent"; null if there are none. */
export function inDigits(words: readonly string[]): string[] | null {
  const read: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const [word = "", next = ""] = [words[index], words[index + 1]];
    const both = /^\d/.test(word) ? null : together(numberIn(word), numberIn(next));
    if (both !== null) index += 1;
    const one = both ?? (AMBIGUOUS.has(word) ? null : numberIn(word));
    read.push(one === null || /^\d/.test(word) ? word : String(one));
  }
  return read.some((word, index) => word !== words[index]) ? read : null;
}

/** "Ninety nine", "two hundred", "three sixty". */
function together(first: number | null, second: number | null): number | null {
  if (first === null || second === null || first === 0) return null;
  if (first >= 20 && first < 100 && first % 10 === 0 && second > 0 && second < 10)
    return first + second;
  if (first < 20 && (second === 100 || second === 1000)) return first * second;
  return first < 10 && second >= 10 && second < 100 ? first * 100 + second : null;
}

/** Small words for which people write a sign that sounds alike. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ["for", "4"],
  ["to", "2"],
  ["too", "2"],
  ["you", "u"],
  ["are", "r"],
]);

/** The words as parts of a name like improv4humans or 3por1, with digits and letters that sound like words. */
export const asSounds = (words: readonly string[]): string[] =>
  words.map((word) => SOUNDS.get(word) ?? String(numberIn(word) ?? word));

/** Numbers of several words, written as one, with their digits. */
export function numbersIn(words: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [index, word] of words.slice(0, -1).entries()) {
    const digits = together(numberIn(word), numberIn(words[index + 1] ?? ""));
    if (digits !== null && !/^\d/.test(word)) found.set(word + words[index + 1], [String(digits)]);
  }
  return found;
}

/** Runs of words, written as one, with what they are as sounds. */
export function soundsIn(words: readonly string[]): Map<string, string[]> {
  const sounds = joinsOf(asSounds(words));
  return new Map(joinsOf(words).map(({ word }, index) => [word, [sounds[index]?.word ?? ""]]));
}

/** Signs that are spoken as words, in the words that are indexed. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ["csharp", "c"],
  ["cplusplus", "c"],
  ["cpp", "c"],
  ["fsharp", "f"],
  ["dotnet", "net"],
]);
export const withoutSpokenSigns = (words: readonly string[]): string[] =>
  words.map((word) => SPOKEN.get(word) ?? word);
