/** Collects the documents that readings of a query find, and scores them together. */
import type { Executor } from "../../../../platform/db/database.ts";
import { type Plan, presenceOf, queriesOf } from "../rules.ts";
import { findDocuments, type Hit, type Search } from "../store.ts";
import type { Known, QueryWord } from "../words/rules.ts";
import { fieldOf } from "./fields.ts";
import { numbersIn, soundsIn } from "./numbers.ts";
import { fieldsOf, type Reading, type Spelled, termsOf } from "./rules.ts";
import {
  initialsOf,
  type Named,
  type QueryTerms,
  type Score,
  scoreOf,
  spelledAs,
  TEXT_WEIGHT,
} from "./score.ts";
import { findPresence, readTexts, type Texts } from "./store.ts";
import { comparable } from "./text.ts";

/** This many documents of the index's order are scored; the others keep that order. */
const SCORED = 50;
/** As many of each further reading. */
const OF_READING = 30;

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

/** A document found. `corrected`: by other words than the typed ones. */
export type Candidate = Readonly<{ hit: Hit; corrected: boolean; score: Score }>;

/**
 * `candidates`: best first. `dropped`: words of the query that the best one lacks. `meant`: the query in the best one's
 * spelling, if it was found by other words than the typed ones. `asked`: the query as it was scored.
 */
export type Scored = Readonly<{
  candidates: readonly Candidate[];
  dropped: readonly string[];
  meant: string | null;
  query: QueryTerms;
}>;

/** `present`: the words of the query that the document has; null for all. */
type Held = { hit: Hit; corrected: boolean; present: ReadonlySet<string> | null };

export class Pool {
  readonly #db: Executor;
  readonly #prepared: Prepared;
  readonly #held = new Map<number, Held>();
  readonly #named = new Map<number, Named>();
  #query: QueryTerms;
  #best: Candidate[] = [];

  constructor(db: Executor, prepared: Prepared) {
    const { spelled, said, plan } = prepared;
    this.#db = db;
    this.#prepared = prepared;
    this.#query = {
      terms: termsOf(spelled, said, new Map(), plan.total),
      typed: spelled.tokens.map(comparable).join(""),
      runs: new Map([...soundsIn(spelled.tokens), ...numbersIn(spelled.tokens)]),
    };
  }

  /** The documents that have the words as typed. */
  async gatherTyped(): Promise<void> {
    for (const hit of await this.#find(this.#prepared.search, SCORED))
      this.#held.set(hit.id, { hit, corrected: false, present: null });
    await this.#rank();
  }

  /** The documents that the readings find. */
  async gather(readings: readonly Reading[]): Promise<void> {
    const { plan, search } = this.#prepared;
    for (const reading of readings) {
      const { words, least = words.length } = reading;
      const read = { ...plan, words, least, ...reading.plan };
      const queries = queriesOf(read, fieldsOf(reading));
      const hits = await this.#find({ ...search, ...queries, ...reading.as }, OF_READING);
      const whole = least === words.length && reading.whole;
      await (whole ? this.#addWhole(hits) : this.#addPartial(hits));
    }
    if (readings.length > 0) await this.#rank();
  }

  /** From now on, the words may also stand for these, and runs of words for single ones. */
  allow(variants: ReadonlyMap<string, readonly Known[]>, runs: QueryTerms["runs"]): void {
    const { spelled, said, plan } = this.#prepared;
    this.#query = {
      ...this.#query,
      terms: termsOf(spelled, said, variants, plan.total),
      runs: new Map([...this.#query.runs, ...runs]),
    };
  }

  get size(): number {
    return this.#held.size;
  }
  get isFull(): boolean {
    return this.#held.size >= SCORED;
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
    const named = best && this.#named.get(best.hit.id);
    const respelled = this.#prepared.plain && best?.corrected === true && named !== undefined;
    return {
      candidates: this.#best,
      dropped: best?.score.missing ?? [],
      meant: respelled ? spelledAs(this.#query, named) : null,
      query: this.#query,
    };
  }

  async #find(search: Search, want: number): Promise<Hit[]> {
    return (await findDocuments(this.#db, search, { want, offset: 0, few: 0 })).hits;
  }

  #addWhole(hits: readonly Hit[]): void {
    for (const hit of hits) {
      const known = this.#held.get(hit.id);
      if (known === undefined) this.#held.set(hit.id, { hit, corrected: true, present: null });
      else known.present = null;
    }
  }

  /** Documents that may lack some words: which ones is looked up. */
  async #addPartial(hits: readonly Hit[]): Promise<void> {
    const { plan, search } = this.#prepared;
    const unknown = hits.filter(({ id }) => !this.#held.has(id));
    if (unknown.length === 0) return;
    const query = presenceOf(plan);
    const rows = await findPresence(
      this.#db,
      search.kind,
      unknown.map(({ id }) => id),
      query.map(({ query }) => query),
    );
    const byId = new Map(rows.map(({ id, present }) => [id, present]));
    for (const hit of unknown) {
      const has = byId.get(hit.id);
      const words = query.filter((_, index) => has?.[index]).map(({ word }) => comparable(word));
      this.#held.set(hit.id, { hit, corrected: true, present: new Set(words) });
    }
  }

  async #rank(): Promise<void> {
    const unread = [...this.#held.keys()].filter((id) => !this.#named.has(id));
    if (unread.length > 0)
      for (const text of await readTexts(this.#db, this.#prepared.search.kind, unread))
        this.#named.set(text.id, namedFrom(text));
    const all = [...this.#held.values()].flatMap((held) => this.#score(held));
    this.#best = withoutRest(
      all.toSorted((a, b) => b.score.total - a.score.total || b.hit.id - a.hit.id),
    );
  }

  /** Nothing for a document that has been deleted since. */
  #score({ hit, corrected, present }: Held): Candidate[] {
    const named = this.#named.get(hit.id);
    if (named === undefined) return [];
    const { rank, match, text } = hit;
    const score = scoreOf(this.#query, { ...named, rank, present, tagged: match === "tags" });
    const exact = match === "exact" && !corrected ? EXACT + text : 0;
    const more = { text: score.text + exact, total: score.total + TEXT_WEIGHT * exact };
    return [{ hit, corrected, score: { ...score, ...more } }];
  }
}

/** What the title as typed is worth more. */
const EXACT = 6;

const namedFrom = ({ title, byline }: Texts): Named => ({
  title: fieldOf(title),
  byline: fieldOf(byline),
  initials: [...initialsOf(title), ...initialsOf(byline)],
});

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
