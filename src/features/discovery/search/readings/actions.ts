/** Reads a query in the ways it may have been meant: as typed first, then others while these find little. */
import type { Executor } from "../../../../platform/db/database.ts";
import { isCommon, type Plan } from "../rules.ts";
import { findVariants } from "../words/actions.ts";
import { type Known, type QueryWord, titlesOf } from "../words/rules.ts";
import { isGeneric } from "./generic.ts";
import { Pool, type Prepared, type Scored } from "./pool.ts";
import { relaxations } from "./relaxing.ts";
import { RARE, type Reading, type Readings, readingsOf } from "./rules.ts";
import { partsOf } from "./segments.ts";
import { comparable } from "./text.ts";

/** With fewer documents than this, words are corrected too. */
const FEW = 10;
/** A query that is a whole title of at least this many words is not corrected. */
const SURE = 3;
/** If this share of the query is in a title and its author, no further reading is tried. */
const CONFIDENT = 0.92;
/** So many times as long further readings are tried if nothing was found. */
const PATIENCE_WITHOUT_RESULTS = 2;
/** Words that by chance are together in fewer documents than this belong together. */
const CHANCE = 0.01;

/**
 * The best documents for a query, in all its readings, `want` of which are shown; after `patience` milliseconds no
 * further reading is tried, or after twice as many if nothing was found.
 */
export async function findReadings(
  db: Executor,
  prepared: Prepared,
  want: number,
  patience: number,
): Promise<Scored> {
  const start = performance.now();
  const pool = new Pool(db, prepared, want, patience);
  const readings = readingsOf(prepared.spelled, prepared.said);
  if (await findTyped(pool, prepared, readings)) return pool.scored();
  const timeLeft = () =>
    start + (pool.size === 0 ? PATIENCE_WITHOUT_RESULTS : 1) * patience - performance.now();
  const others = await findOthers(db, pool, prepared, readings, timeLeft);
  if (!prepared.plain || isSure(pool)) return pool.scored();
  for (const [step, each] of relaxations(others).entries()) {
    const left = timeLeft();
    // Without a result, the first reading of each step is tried however long the others took: rare words are found quickly.
    if (left <= 0 && pool.size > 0) break;
    await pool.gather(each, Math.max(left, 0));
    // What the next step finds has fewer of the words.
    if ((pool.best?.score.cover ?? 0) >= CONFIDENT - 0.1 * (step + 1)) break;
  }
  return pool.scored();
}

const isSure = (pool: Pool): boolean => (pool.best?.score.cover ?? 0) >= CONFIDENT;

/** Readings that need no corrections; true if they found what was meant. */
async function findTyped(pool: Pool, prepared: Prepared, readings: Readings): Promise<boolean> {
  const { plan, plain, said } = prepared;
  await pool.gatherTyped(plain ? readings.joined : []);
  if (plain) {
    if (readings.numbered !== null && pool.isFull)
      await pool.gather([numbered(plan, readings.numbered)]);
    if (readings.telling !== null && !isSure(pool)) {
      await pool.gather([readings.telling]);
      if (isSure(pool)) return true;
    }
    if (isFoundAsTyped(pool, prepared)) return true;
  }
  const many = pool.size >= FEW || (pool.hasExact && said.length >= SURE);
  return isCommon(plan) || (many && (!plain || isSure(pool)));
}

/** A single word in several texts, or several that are together hardly by chance, are what was meant. */
function isFoundAsTyped(pool: Pool, { plan, said }: Prepared): boolean {
  const [only, ...others] = said;
  if (others.length === 0) return only?.known === true && pool.size >= FEW;
  const complete = pool.best?.score.lacking === 0;
  return complete && said.length >= SURE && pool.weight > Math.log(plan.total / CHANCE);
}

/** The words anywhere, with a number right after the word before it in the title. */
const numbered = ({ words }: Plan, pair: string): Reading => ({
  words,
  whole: true,
  fields: ["byline"],
  plan: { pairs: [pair], paired: true },
});

/** Corrected, joined and split words; returns the readings to relax. */
async function findOthers(
  db: Executor,
  pool: Pool,
  { plan, said, plain, search }: Prepared,
  readings: Readings,
  timeLeft: () => number,
): Promise<Reading[]> {
  const open = plain && !isSure(pool);
  const pairs = open ? readings.pairs : [];
  const more = open ? [...pairs.map(({ word }) => word), ...readings.stems] : [];
  const { variants, parts } = await findVariants(
    db,
    said,
    more,
    open ? wordsToSplit(said, readings) : [],
  );
  const runs = pairs.flatMap((pair) => {
    const known = variants.get(pair.word);
    return known === undefined ? [] : [{ pair, known }];
  });
  pool.allow(
    variants,
    new Map(runs.map(({ pair, known }) => [comparable(pair.word), plainWords(known)])),
  );
  const words = correctedWords(plan, variants, open);
  const corrected = {
    words,
    whole: true,
    as: search.literal ? { titles: [] } : titled(said, variants),
  };
  const others = open
    ? [
        ...readings.stemmed(variants, parts),
        ...readings.other(parts, plan.total),
        ...runs.map(({ pair, known }) => readings.paired(pair, known)),
      ]
    : [];
  const changed = variants.size > 0 || words.some(({ acronym }) => acronym);
  if (changed) await pool.gather([corrected]);
  const left = timeLeft();
  if (left > 0 || pool.size === 0) await pool.gather(others, Math.max(left, 0));
  return [corrected, ...readings.joined, ...others];
}

const plainWords = (known: readonly Known[]): string[] => known.map(({ word }) => comparable(word));

function wordsToSplit(said: readonly QueryWord[], { latin, stems }: Readings): string[] {
  const rare = said.filter(({ documents, grams }) => documents < RARE && grams.length === 0);
  return [...rare.flatMap(({ word }) => partsOf(word)), ...latin, ...stems];
}

/** The rarest word of a query of up to this many may abbreviate a title; it adds up to seven prefixes to every step. */
const MOST_WITH_ACRONYM = 2;

/** Letters that may abbreviate a title. */
const isShort = ({ word }: { word: string }): boolean =>
  /^[\p{L}\p{N}]{3,6}$/u.test(word) && !isGeneric(word);

function correctedWords(
  plan: Plan,
  variants: ReadonlyMap<string, readonly Known[]>,
  abbreviated: boolean,
): Plan["words"] {
  const few = abbreviated && plan.words.length <= MOST_WITH_ACRONYM;
  const acronym = few ? plan.words.find(isShort) : undefined;
  return plan.words.map((word) => {
    const known = variants.get(word.word) ?? [];
    return {
      ...word,
      forms: [...new Set([...word.forms, ...known.map((other) => other.word)])],
      documents: known.reduce((sum, other) => sum + other.documents, word.documents),
      acronym: word === acronym,
    };
  });
}

/** The titles that a corrected query may have been meant to be. */
function titled(
  said: readonly QueryWord[],
  variants: ReadonlyMap<string, readonly Known[]>,
): NonNullable<Reading["as"]> {
  const titles = titlesOf(
    said.map(({ word }) => word),
    variants,
  );
  const [q] = titles;
  return q === undefined ? { titles } : { q, titles };
}
