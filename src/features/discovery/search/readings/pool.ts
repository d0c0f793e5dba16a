/** Collects the documents that readings of a query find, and scores them together. */
import type { Executor } from "../../../../platform/db/database.ts";
import {
  findNamed,
  type Hit,
  type NamedHit,
  type NamedSearch,
  type Search,
} from "../finding/store.ts";
import { presenceOf, queriesOf } from "../queries.ts";
import type { Plan } from "../rules.ts";
import type { FoundRow } from "../store.ts";
import type { Known, QueryWord } from "../words/rules.ts";
import { type Field, fieldOf } from "./fields.ts";
import { initialsOf, lettersOf, mayAbbreviate } from "./initials.ts";
import { numbersIn, soundsIn } from "./numbers.ts";
import { fieldsOf, type Reading, type Spelled } from "./rules.ts";
import {
  type Named,
  type QueryTerms,
  type Score,
  scoreOf,
  spelledAs,
  TEXT_WEIGHT,
} from "./score.ts";
import { termsOf } from "./terms.ts";
import { comparable } from "./text.ts";

/** This many documents of the index's order are scored; the others keep that order. */
const SCORED = 50;
/** As many for a single word: there is nothing about the places of words to tell the documents apart. */
const SCORED_FOR_WORD = 25;
/** Up to this many documents are read with the words as typed, if so many are wanted: to search again for more takes longer. */
const MOST_TYPED = 101;
/** As many of each further reading. */
const OF_READING = 30;
/** After so many milliseconds a search itself starts no further query (db/functions/search_query.sql). */
const LEAST_PATIENCE_MS = 100;

/** What a search starts from. */
export type Prepared = Readonly<{
  plan: Plan;
  search: Search;
  /** The words that may be corrected: those that are not quoted. */
  said: readonly QueryWord[];
  spelled: Spelled;
  /** Without operators. */
  plain: boolean;
}>;

/** A document found. `corrected`: by other words than the typed ones; `row`: its displayed fields. */
export type Candidate = Readonly<{
  hit: Hit;
  corrected: boolean;
  score: Score;
  row: FoundRow;
}>;

/**
 * `candidates`: best first. `dropped`: words of the query that the best one lacks. `meant`: the query in the best one's
 * spelling, if it was found by other words than the typed ones; `also`: the spelling of the first one that was, if the
 * best one was not. `query`: the query as it was scored. `others`: further documents that have the words as typed, in the
 * order of the index; `isAll`: there are no more of them.
 */
export type Scored = Readonly<{
  candidates: readonly Candidate[];
  others: readonly Readonly<{ hit: Hit; row: FoundRow }>[];
  isAll: boolean;
  dropped: readonly string[];
  meant: string | null;
  also: string | null;
  query: QueryTerms;
}>;

/**
 * `present`: the words of the query that the document has; null for all. `candidate`: as it was scored; undefined if it
 * has to be scored, null if it has been deleted.
 */
type Held = {
  hit: Hit;
  corrected: boolean;
  present: ReadonlySet<string> | null;
  candidate?: Candidate | null | undefined;
};

export class Pool {
  readonly #db: Executor;
  readonly #prepared: Prepared;
  readonly #scored: number;
  /** How many documents with the words as typed are read. */
  readonly #wanted: number;
  readonly #patience: number;
  readonly #held = new Map<number, Held>();
  readonly #named = new Map<number, Named & { row: FoundRow }>();
  #typed: readonly NamedHit[] = [];
  /** The words of the query, each with the query that tells whether a document has it. */
  readonly #presence: ReturnType<typeof presenceOf>;
  #query: QueryTerms;
  #best: Candidate[] = [];

  /**
   * `want`: how many results are shown. `patience`: for how many milliseconds a statement begins further searches, if
   * that is more than usual.
   */
  constructor(db: Executor, prepared: Prepared, want: number, patience: number) {
    const { spelled, said, plan } = prepared;
    this.#db = db;
    this.#prepared = prepared;
    this.#patience = Math.max(patience, LEAST_PATIENCE_MS);
    this.#scored = said.length === 1 ? SCORED_FOR_WORD : SCORED;
    this.#wanted = Math.max(this.#scored, Math.min(want, MOST_TYPED));
    this.#presence = presenceOf(plan);
    this.#query = {
      terms: termsOf(spelled, said, new Map(), plan.total, false),
      typed: spelled.tokens.map(comparable).join(""),
      runs: new Map([...soundsIn(spelled.tokens), ...numbersIn(spelled.tokens)]),
    };
  }

  /** The documents that have the words as typed, and those that the readings find. */
  async gatherTyped(readings: readonly Reading[]): Promise<void> {
    const typed = { ...this.#prepared.search, want: this.#wanted };
    const searches = [typed, ...readings.map((reading) => this.#searchFor(reading))];
    const found = await this.#find(searches, this.#patience);
    this.#typed = found.filter(({ place }) => place === 0);
    for (const hit of this.#typed.slice(0, this.#scored)) {
      this.#name(hit);
      this.#held.set(hit.id, { hit: hitOf(hit), corrected: false, present: null });
    }
    this.#add(
      searches,
      found.filter(({ place }) => place > 0),
    );
  }

  /** The documents that the readings find; after `patience` milliseconds only the first reading is looked for. */
  async gather(readings: readonly Reading[], patience = this.#patience): Promise<void> {
    if (readings.length === 0) return;
    const searches = readings.map((reading) => this.#searchFor(reading));
    this.#add(searches, await this.#find(searches, patience));
  }

  /** Documents of a reading that may lack words are tested for those of the query. */
  #searchFor(reading: Reading): NamedSearch {
    const { plan, search } = this.#prepared;
    const { words, least = words.length } = reading;
    const read = { ...plan, words, least, quick: true, ...reading.plan };
    const whole = least === words.length && reading.whole;
    return {
      ...search,
      ...queriesOf(read, fieldsOf(reading)),
      ...reading.as,
      want: OF_READING,
      ...(whole ? {} : { present: this.#presence.map(({ query }) => query) }),
    };
  }

  #add(searches: readonly NamedSearch[], found: readonly NamedHit[]): void {
    for (const hit of found) {
      this.#name(hit);
      const { place, present } = hit;
      const known = this.#held.get(hit.id);
      if (searches[place]?.present === undefined) this.#addWhole(hitOf(hit), known);
      else if (known === undefined && present !== null) {
        const words = this.#presence.filter((_, at) => present[at]);
        const has = new Set(words.map(({ word }) => comparable(word)));
        this.#held.set(hit.id, { hit: hitOf(hit), corrected: true, present: has });
      }
    }
    this.#rank();
  }

  #addWhole(hit: Hit, known: Held | undefined): void {
    if (known === undefined) this.#held.set(hit.id, { hit, corrected: true, present: null });
    else if (known.present !== null) {
      known.present = null;
      known.candidate = undefined;
    }
  }

  /** From now on, the words may also stand for these, and runs of words for single ones. */
  allow(variants: ReadonlyMap<string, readonly Known[]>, runs: QueryTerms["runs"]): void {
    if (variants.size === 0 && runs.size === 0) return;
    for (const held of this.#held.values()) held.candidate = undefined;
    const { spelled, said, plan } = this.#prepared;
    this.#query = {
      ...this.#query,
      terms: termsOf(spelled, said, variants, plan.total, this.#typed.length > 0),
      runs: new Map([...this.#query.runs, ...runs]),
    };
  }

  get size(): number {
    return this.#held.size;
  }
  get isFull(): boolean {
    return this.#held.size >= this.#scored;
  }
  get best(): Candidate | undefined {
    return this.#best[0];
  }
  get hasExact(): boolean {
    return this.#best.some(({ hit }) => hit.match === "exact");
  }
  /** How much the words of the query tell together. */
  get weight(): number {
    return this.#query.terms.reduce((sum, { weight }) => sum + weight, 0);
  }

  scored(): Scored {
    const { best } = this;
    const respelled = this.#best.find(({ corrected, score }) => corrected && score.lacking === 0);
    return {
      candidates: this.#best,
      others: this.#others(),
      isAll: this.#typed.length < this.#wanted,
      dropped: best?.score.missing ?? [],
      meant: best?.corrected === true ? this.#spelledAs(best) : null,
      also: best?.corrected === false ? this.#spelledAs(respelled) : null,
      query: this.#query,
    };
  }

  /** The query as the document spells it; null if as typed, or if the query has operators. */
  #spelledAs(candidate: Candidate | undefined): string | null {
    const named = candidate && this.#named.get(candidate.hit.id);
    return this.#prepared.plain && named !== undefined ? spelledAs(this.#query, named) : null;
  }

  #others(): Scored["others"] {
    const best = new Set(this.#best.map(({ hit }) => hit.id));
    return this.#typed
      .filter(({ id }) => !best.has(id))
      .map((found) => ({ hit: hitOf(found), row: found }));
  }

  async #find(searches: readonly NamedSearch[], patience: number): Promise<NamedHit[]> {
    const { kind } = this.#prepared.search;
    const held = [...this.#held.keys()];
    return findNamed(this.#db, { kind, searches, held, patience });
  }

  #name(hit: NamedHit): void {
    if (!this.#named.has(hit.id)) this.#named.set(hit.id, namedFrom(hit));
  }

  #rank(): void {
    for (const held of this.#held.values())
      if (held.candidate === undefined) held.candidate = this.#score(held);
    const all = [...this.#held.values()].map(({ candidate }) => candidate);
    this.#best = withoutRest(
      all
        .filter((candidate) => candidate != null)
        .toSorted((a, b) => b.score.total - a.score.total || b.hit.id - a.hit.id),
    );
  }

  #score({ hit, corrected, present }: Held): Candidate | null {
    const named = this.#named.get(hit.id);
    if (named === undefined) return null;
    const { rank, match, text } = hit;
    const score = scoreOf(this.#query, {
      ...named,
      rank,
      present,
      corrected,
      tagged: match === "tags",
    });
    const exact = match === "exact" && !corrected ? EXACT + text : 0;
    const more = { text: score.text + exact, total: score.total + TEXT_WEIGHT * exact };
    return { hit, corrected, score: { ...score, ...more }, row: named.row };
  }
}

const hitOf = ({ id, match, text, rank }: Hit): Hit => ({ id, match, text, rank });

/** What the title as typed is worth more. */
const EXACT = 6;

/** What is compared of a document: most queries need neither byline nor initials, which take longer than words. */
function namedFrom(row: FoundRow): Named & { row: FoundRow } {
  const { title, byline } = row;
  const titled = fieldOf(title);
  let authored: Field | undefined;
  let letters: (string | null)[] | undefined;
  let initials: string[] | undefined;
  const author = () => {
    authored ??= fieldOf(byline);
    return authored;
  };
  return {
    row,
    title: titled,
    byline: author,
    initials(word) {
      letters ??= [lettersOf(title, titled), lettersOf(byline, author())];
      if (!letters.some((some) => mayAbbreviate(word, some))) return [];
      initials ??= [...initialsOf(title), ...initialsOf(byline)];
      return initials;
    },
  };
}

/** Documents that are worth less than this share of the best one are left out. */
const LEAST_SHARE = 0.4;

/** If the best document has all that the query tells, without those that lack some of it; else without the worst. */
function withoutRest(all: readonly Candidate[]): Candidate[] {
  const [best] = all;
  if (best === undefined) return [];
  const complete = best.score.lacking === 0;
  return all.filter(({ score, hit }) =>
    complete
      ? score.lacking === 0 || hit.match === "exact"
      : score.worth >= best.score.worth * LEAST_SHARE,
  );
}
