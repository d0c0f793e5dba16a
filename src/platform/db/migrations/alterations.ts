/** Judges `alter table` on an existing table: its locks, and whom it breaks. */
import type { Context, Effect, Fields } from "./effects.ts";

type Judgement = Pick<Effect, "act" | "rows" | "harm"> & { lock?: Effect["lock"] };

/** The effects of one `alter table`, a command each; none on a table that the migration creates. */
export function alterationOf({ relation, cmds = [] }: Fields, { created }: Context): Effect[] {
  const table: string = relation.relname;
  if (created.has(table)) return [];
  return cmds.map(({ AlterTableCmd: command }: Fields) => ({
    table,
    lock: "ACCESS EXCLUSIVE",
    ...(COMMANDS[command.subtype]?.(command) ?? {
      act: command.subtype,
      rows: "none",
      harm: "nobody has judged this command yet (src/platform/db/migrations/alterations.ts)",
    }),
  }));
}

const COMMANDS: Readonly<Record<string, (command: Fields) => Judgement>> = {
  AT_AddColumn: ({ def }) => addedColumn(def.ColumnDef),
  AT_ColumnDefault: ({ name, def }) => ({
    act: `${def ? "set" : "drop"} default of ${name}`,
    rows: "none",
    harm: def ? null : "the previous release may insert rows without it",
  }),
  AT_DropNotNull: ({ name }) => ({ act: `allow null in ${name}`, rows: "none", harm: null }),
  AT_SetNotNull: ({ name }) => ({
    act: `forbid null in ${name}`,
    rows: "reads",
    harm: "the previous release may write null",
  }),
  AT_DropColumn: ({ name }) => ({
    act: `drop column ${name}`,
    rows: "none",
    harm: "the previous release may use it",
  }),
  AT_AlterColumnType: ({ name }) => ({
    act: `change type of ${name}`,
    rows: "writes",
    harm: "it rewrites the table, and the previous release expects the old type",
  }),
  AT_AddConstraint: ({ def }) => ({
    act: "add constraint",
    rows: def?.Constraint?.skip_validation ? "none" : "reads",
    harm: "it refuses rows that the previous release may write",
  }),
  AT_ValidateConstraint: ({ name }) => ({
    act: `validate ${name}`,
    lock: "SHARE UPDATE EXCLUSIVE",
    rows: "reads",
    harm: null,
  }),
  AT_DropConstraint: ({ name }) => ({
    act: `drop constraint ${name}`,
    rows: "none",
    harm: "the previous release may rely on it, such as in `on conflict`",
  }),
  AT_SetStatistics: ({ name }) => ({
    act: `set statistics of ${name}`,
    lock: "SHARE UPDATE EXCLUSIVE",
    rows: "none",
    harm: null,
  }),
  AT_SetRelOptions: () => ({
    act: "set storage parameters",
    lock: "SHARE UPDATE EXCLUSIVE",
    rows: "none",
    harm: null,
  }),
};

/** Null and constant defaults are kept in the catalogue (PostgreSQL 11); everything else visits each row. */
function addedColumn({ colname, constraints = [] }: Fields): Judgement {
  const kinds = constraints.map(({ Constraint }: Fields) => Constraint);
  const has = (type: string): boolean => kinds.some(({ contype }: Fields) => contype === type);
  const byDefault = kinds.find(({ contype }: Fields) => contype === "CONSTR_DEFAULT")?.raw_expr;
  const act = `add column ${colname}`;
  if (has("CONSTR_IDENTITY") || has("CONSTR_GENERATED"))
    return { act, rows: "writes", harm: "it rewrites the table under its lock" };
  if (byDefault !== undefined && !isConstant(byDefault))
    return { act, rows: "writes", harm: "its default rewrites the table under its lock" };
  if (has("CONSTR_NOTNULL") && byDefault === undefined)
    return { act, rows: "reads", harm: "the previous release inserts rows without it" };
  if (has("CONSTR_UNIQUE") || has("CONSTR_PRIMARY"))
    return { act, rows: "reads", harm: "it builds an index under its lock" };
  if (has("CONSTR_CHECK") || has("CONSTR_FOREIGN"))
    return {
      act,
      rows: "reads",
      harm: "it reads the whole table under its lock: check the value in code",
    };
  return { act, rows: "none", harm: null };
}

/** A literal, with or without a cast, or the time of the migration. */
function isConstant(expression: Fields): boolean {
  if (expression.TypeCast) return isConstant(expression.TypeCast.arg);
  if (expression.A_ArrayExpr) return true;
  if (expression.FuncCall) return expression.FuncCall.funcname?.at(-1)?.String?.sval === "now";
  return expression.A_Const !== undefined || expression.SQLValueFunction !== undefined;
}
