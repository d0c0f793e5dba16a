/** Judges the statements of a migration by their effects on existing tables. */
import { loadModule, parse } from "libpg-query";
import { alterationOf } from "./alterations.ts";
import type { Context, Effect, Fields } from "./effects.ts";

/** A node of PostgreSQL's syntax tree: `{ AlterTableStmt: { … } }`. */
type Tree = Readonly<Record<string, Fields>>;

/** The effects of the statements of `sql`. Throws PostgreSQL's syntax error. */
export async function effectsOf(sql: string): Promise<Effect[]> {
  await loadModule();
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Tree }[] };
  const trees = stmts.map(({ stmt }) => Object.entries(stmt)[0] as [string, Fields]);
  const context = {
    created: namesOf(trees, "CreateStmt", ({ relation }) => relation.relname),
    triggers: namesOf(trees, "CreateTrigStmt", ({ relation, trigname }) =>
      [relation.relname, trigname].join("."),
    ),
  };
  return trees
    .flatMap(([kind, fields]) => EFFECTS[kind]?.(fields, context) ?? [unknown(kind)])
    .filter(({ table, harm }) => harm !== null || (table !== null && !context.created.has(table)));
}

type EffectsOf = (fields: Fields, context: Context) => Effect[];

const namesOf = (
  trees: readonly (readonly [string, Fields])[],
  kind: string,
  nameOf: (fields: Fields) => string,
): Set<string> =>
  new Set(trees.flatMap(([name, fields]) => (name === kind ? [nameOf(fields)] : [])));

const unknown = (kind: string): Effect => ({
  act: kind.replace(/Stmt$/, ""),
  table: null,
  lock: null,
  rows: "none",
  harm: "nobody has judged this statement yet (src/platform/db/migrations/statements.ts)",
});

const harmless: EffectsOf = () => [];

const EFFECTS: Readonly<Record<string, EffectsOf>> = {
  CreateStmt: ({ relation, tableElts = [] }) =>
    referencedTables(tableElts).map((table) => ({
      act: `create table ${relation.relname}`,
      table,
      lock: "SHARE ROW EXCLUSIVE",
      rows: "none",
      harm: null,
    })),
  AlterTableStmt: (fields, context) => alterationOf(fields, context),
  IndexStmt: (
    { relation: { relname: table }, concurrent = false, unique = false },
    { created },
  ) => {
    const act = concurrent ? "create index concurrently" : "create index";
    const lock = concurrent ? "SHARE UPDATE EXCLUSIVE" : "SHARE";
    if (created.has(table)) return [];
    const refuses = unique ? "it refuses rows that the previous release may write" : null;
    const blocks = concurrent ? null : "it blocks writes until it is built: use `concurrently`";
    return [{ act, table, lock, rows: "reads", harm: refuses ?? blocks }];
  },
  CreateTrigStmt: ({ relation, trigname }) => [
    {
      act: `create trigger ${trigname}`,
      table: relation.relname,
      lock: "SHARE ROW EXCLUSIVE",
      rows: "none",
      harm: null,
    },
  ],
  DropStmt: dropping,
  RenameStmt: ({ relation }) => [
    {
      act: "rename",
      table: relation?.relname ?? null,
      lock: "ACCESS EXCLUSIVE",
      rows: "none",
      harm: "the previous release uses the old name",
    },
  ],
  InsertStmt: ({ relation }) => [
    { act: "insert", table: relation.relname, lock: "ROW EXCLUSIVE", rows: "none", harm: null },
  ],
  UpdateStmt: ({ relation }, { created }) => rewriting("update", relation.relname, created),
  DeleteStmt: ({ relation }, { created }) => rewriting("delete", relation.relname, created),
  CreateFunctionStmt: harmless,
  CreateSeqStmt: harmless,
  CreateEnumStmt: harmless,
  CreateExtensionStmt: harmless,
  CommentStmt: harmless,
};

const rewriting = (act: string, table: string, created: ReadonlySet<string>): Effect[] => [
  {
    act,
    table,
    lock: "ROW EXCLUSIVE",
    rows: "writes",
    harm: created.has(table)
      ? null
      : "writers of the same rows wait until the migration is done: use a background migration",
  },
];

/** Dropping an index harms nobody, nor does dropping a trigger that is created again. */
function dropping({ objects = [], removeType }: Fields, { triggers }: Context): Effect[] {
  const what = String(removeType).replace("OBJECT_", "").toLowerCase();
  return objects.map((object: Fields) => {
    const names = ((object.List?.items ?? []) as Fields[]).map(({ String: text }) => text.sval);
    const isTrigger = what === "trigger";
    const isReplaced = isTrigger && triggers.has(names.slice(-2).join("."));
    return {
      act: `drop ${what} ${names.at(-1) ?? ""}`.trim(),
      table: isTrigger ? names.at(-2) : what === "table" ? names.at(-1) : null,
      lock: isTrigger || what === "table" ? "ACCESS EXCLUSIVE" : null,
      rows: "none",
      harm: isReplaced || what === "index" ? null : "the previous release may use it",
    };
  });
}

/** Tables that foreign keys of a new table refer to. */
function referencedTables(elements: readonly Tree[]): string[] {
  const constraints = elements.flatMap(({ ColumnDef, Constraint }) => [
    ...(ColumnDef?.constraints ?? []).map((one: Tree) => one.Constraint),
    ...(Constraint ? [Constraint] : []),
  ]);
  return [...new Set(constraints.flatMap(({ pktable }) => (pktable ? [pktable.relname] : [])))];
}
