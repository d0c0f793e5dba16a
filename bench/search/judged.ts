/** The judged set: queries as people type them, each with the titles that it should find. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findBest, rowsOf } from "../../src/features/discovery/search/actions.ts";
import type { Database } from "../../src/platform/db/database.ts";

/** A query of the set, and where its wanted title was: 1 is first, 0 is not on the page. */
export type Judged = {
  group: string;
  language: string;
  type: "shows" | "episodes";
  q: string;
  /** Beginnings of the wanted titles. */
  wanted: string[];
};
export type Verdict = Judged & { place: number; answers: number; first: string };

/** Half of the set is for tuning; the other half is only looked at to report a result. */
export type Half = "tuning" | "final";
const SEED = "longwave 2026";

const FILE = path.join(import.meta.dirname, "../../test/data/judged.tsv");

const halfOf = (q: string): Half =>
  (createHash("sha256").update(`${SEED} ${q}`).digest()[0] ?? 0) % 2 === 0 ? "tuning" : "final";

export function readJudged(half: Half): Judged[] {
  const [, ...lines] = readFileSync(FILE, "utf8").trimEnd().split("\n");
  return lines
    .map((line) => {
      const [group = "", language = "", type = "", q = "", wanted = ""] = line.split("\t");
      return { group, language, type: type as Judged["type"], q, wanted: wanted.split(" || ") };
    })
    .filter(({ q }) => halfOf(q) === half);
}

/** Titles of the first ten answers to a query of the set; further readings are tried for `patience` milliseconds. */
export async function answersTo(
  db: Database,
  { type, q }: Judged,
  patience = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const where = { kind: type, scope: null, editable: false } as const;
  const { results } = await findBest({ db }, { q }, where, { want: 10, patience });
  const rows = await rowsOf({ db }, type, results);
  return results.map(({ hit }) => rows.get(hit.id)?.title ?? "");
}

const even = (title: string): string => title.replace(/\s+/g, " ").trim().toLowerCase();

/** Asks one query; `titles` are the first ten answers. */
export function judge(judged: Judged, titles: readonly string[]): Verdict {
  const starts = judged.wanted.map(even);
  const place =
    titles.findIndex((title) => starts.some((start) => even(title).startsWith(start))) + 1;
  return { ...judged, place, answers: titles.length, first: titles[0] ?? "" };
}

export type Figures = {
  name: string;
  asked: number;
  first: number;
  ten: number;
  mrr: number;
  empty: number;
};

export function figuresOf(name: string, verdicts: readonly Verdict[]): Figures {
  const share = (test: (verdict: Verdict) => boolean) =>
    verdicts.filter(test).length / Math.max(verdicts.length, 1);
  return {
    name,
    asked: verdicts.length,
    first: share(({ place }) => place === 1),
    ten: share(({ place }) => place > 0),
    mrr:
      verdicts.reduce((sum, { place }) => sum + (place > 0 ? 1 / place : 0), 0) /
      Math.max(verdicts.length, 1),
    empty: share(({ answers }) => answers === 0),
  };
}

/** The figures of each class, then of all. */
export function judgedFigures(verdicts: readonly Verdict[]): Figures[] {
  const groups = [...new Set(verdicts.map(({ group }) => group))];
  return [
    ...groups.map((group) =>
      figuresOf(
        group,
        verdicts.filter((verdict) => verdict.group === group),
      ),
    ),
    figuresOf("all", verdicts),
  ];
}

/** A table with a line per class. */
export function judgedTable(verdicts: readonly Verdict[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(9);
  const lines = judgedFigures(verdicts).map(({ name, asked, first, ten, mrr, empty }) =>
    [
      name.padEnd(14),
      String(asked).padStart(6),
      percent(first),
      percent(ten),
      mrr.toFixed(3).padStart(7),
      percent(empty),
    ].join(" "),
  );
  return [`${"".padEnd(14)}  asked   first 1  first 10    MRR    empty`, ...lines].join("\n");
}
