/** Words a plan of migrations for the terminal. */
import type { Plan, PlannedEffect, PlannedMigration } from "../platform/db/migrations/plan.ts";

/** The lines of `longwave migrate --plan`. */
export function describePlan({ migrations, functions, newer }: Plan): string[] {
  const lines = migrations.flatMap((migration) => [
    `${migration.name}: ${describeKind(migration)}`,
    ...migration.effects.map((effect) => `    ${describeEffect(effect)}`),
    ...(migration.effects.length === 0 ? ["    locks no table that is there"] : []),
  ]);
  if (functions.length > 0) lines.push(`functions: ${functions.join(", ")}; they lock no table`);
  if (newer.length > 0)
    lines.push(
      `A newer version has applied ${newer.join(", ")}; this version can go on beside it.`,
    );
  return lines.length > 0 ? lines : ["The database is up to date."];
}

function describeKind({ declared, effects, concurrently }: PlannedMigration): string {
  if (declared.kind === "contract")
    return `contract; stop all processes older than ${declared.since} first`;
  if (declared.kind === "undeclared")
    return "stop the processes of the old version first, or expect errors of them";
  const harm = effects.some((effect) => effect.harm !== null);
  const how = concurrently ? "expand, while rows are written" : "expand";
  return harm ? how : `${how}; processes of the old version can go on beside it`;
}

function describeEffect({ act, table, lock, rows, table_rows, harm }: PlannedEffect): string {
  const estimate = table_rows === null ? "" : ` (about ${table_rows.toLocaleString("en")})`;
  const during = {
    none: "for a moment, whatever the number of rows",
    reads: `while its rows are read${estimate}`,
    writes: `while its rows are written${estimate}`,
  }[rows];
  const locked =
    table === null || lock === null ? act : `${act}: locks ${table} (${lock}) ${during}`;
  return harm === null ? locked : `${locked}; ${harm}`;
}
