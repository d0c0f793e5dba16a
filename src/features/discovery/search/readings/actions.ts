/** Reads a query in the ways it may have been meant: as typed first, then others while these find little. */
import type { Executor } from "../../../../platform/db/database.ts";
import { isCommon, type Plan } from "../rules.ts";
import { findVariants } from "../words/actions.ts";
import { type Known, type QueryWord, titlesOf } from "../words/rules.ts";
import { isGeneric } from "./generic.ts";
import { Pool, type Prepared, type Scored } from "./pool.ts";
import { RARE, type Reading, type Readings, readingsOf, relaxations } from "./rules.ts";
import { partsOf } from "./segments.ts";
import { findKnown } from "./store.ts";
import { comparable } from "./text.ts";

/** With fewer documents than this, words are corrected too. */
const FEW = 10;
/** A query that is a whole title of at least this many words is not corrected. */
const SURE = 3;
/** If this share of the query is in a title and its author, no further reading is tried. */
const CONFIDENT = 0.92;
/** Words that by chance are together in fewer documents than this belong together. */
const CHANCE = 0.01;

/**
 * The best documents for a query, in all its readings; after `patience` milliseconds no further one is tried, or
 * after twice as many if nothing was found.
 */
export async function findReadings(
  db: Executor,
  prepared: Prepared,
  patience: number,
): Promise<Scored> {
  const until = performance.now() + patience;
  const pool = new Pool(db, prepared);
  const readings = readingsOf(prepared.spelled, prepared.said);
  if (await findTyped(pool, prepared, readings)) return pool.scored();
  const others = await findOthers(db, pool, prepared, readings, until);
  if (!prepared.plain || isSure(pool)) return pool.scored();
  for (const [step, each] of relaxations(others).entries()) {
    if (performance.now() > (pool.size === 0 ? until + patience : until)) break;
    await pool.gather(each);
    // What the next step finds has fewer of the words.
    if ((pool.best?.score.cover ?? 0) >= CONFIDENT - 0.1 * (step + 1)) break;
  }
  return pool.scored();
}

const isSure = (pool: Pool): boolean => (pool.best?.score.cover ?? 0) >= CONFIDENT;

/** Readings that need no corrections; true if they found what was meant. */
async function findTyped(pool: Pool, prepared: Prepared, readings: Readings): Promise<boolean> {
  const { plan, plain, said } = prepared;
  await pool.gatherTyped();
  if (plain) {
    await pool.gather(readings.joined);
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
  ...{ words, whole: true, fields: ["byline"] },
  plan: { pairs: [pair], paired: true },
});

/** Corrected, joined and split words; returns the readings to relax. */
async function findOthers(
  db: Executor,
  pool: Pool,
  { plan, said, plain, search }: Prepared,
  readings: Readings,
  until: number,
): Promise<Reading[]> {
  const open = plain && !isSure(pool);
  const pairs = open ? readings.pairs : [];
  const more = open ? [...pairs.map(({ word }) => word), ...readings.stems] : [];
  const variants = await findVariants(db, said, more);
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
  const parts = open ? await findKnown(db, wordsToSplit(said, readings)) : [];
  const others = open
    ? [
        ...readings.stemmed(variants, parts),
        ...readings.other(parts, plan.total),
        ...runs.map(({ pair, known }) => readings.paired(pair, known)),
      ]
    : [];
  const changed = variants.size > 0 || words.some(({ acronym }) => acronym);
  if (changed) await pool.gather([corrected]);
  for (const reading of others) if (performance.now() < until) await pool.gather([reading]);
  return [corrected, ...readings.joined, ...others];
}

const plainWords = (known: readonly Known[]): string[] => known.map(({ word }) => comparable(word));

function wordsToSplit(said: readonly QueryWord[], { latin, stems }: Readings): string[] {
  const rare = said.filter(({ documents, grams }) => documents < RARE && grams.length === 0);
  return [...rare.flatMap(({ word }) => partsOf(word)), ...latin, ...stems];
}

/** Letters that may abbreviate a title. */
const isShort = (word: string): boolean => /^[\p{L}\p{N}]{3,6}$/u.test(word) && !isGeneric(word);

function correctedWords(
  plan: Plan,
  variants: ReadonlyMap<string, readonly Known[]>,
  abbreviated: boolean,
): Plan["words"] {
  return plan.words.map((word) => {
    const known = variants.get(word.word) ?? [];
    return {
      ...word,
      forms: [...new Set([...word.forms, ...known.map((other) => other.word)])],
      documents: known.reduce((sum, other) => sum + other.documents, word.documents),
      acronym: abbreviated && isShort(word.word),
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
