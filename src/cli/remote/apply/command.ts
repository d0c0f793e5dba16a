/** `longwave --server <url> apply <file>`: makes a server's records what a file says, after showing the difference. */
import type { Command } from "commander";
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import type { Connection } from "../connection.ts";
import { EXIT } from "../failures.ts";
import type { Fields } from "../fields.ts";
import { jsonOf, plain, writeLine } from "../output.ts";
import { type Difference, differencesOf, type Ids, makePlan, type Step } from "./planning.ts";
import { type Desired, readDesired } from "./reading.ts";

type Flags = { yes?: true; json?: true };

export function registerApply(program: Command, connection: () => Connection): void {
  program
    .command("apply")
    .description(
      "Create and change shows, webhooks and advertising as a YAML file says; deletes nothing",
    )
    .argument("<file>", "YAML file")
    .option("--yes", "Apply it; without it, only the difference is shown")
    .option("--json", "Print the difference as JSON")
    .action(async (file: string, flags: Flags) => {
      const desired = await readDesired(file);
      const { longwave } = connection();
      const { ids, steps } = await makePlan(longwave, desired);
      const due = steps.filter(({ id, differences }) => id === null || differences.length > 0);
      if (flags.json) writeLine(jsonOf(due.map(viewOf)));
      else for (const line of linesOf(due, steps.length - due.length)) writeLine(line);
      if (!flags.yes) return;
      for (const step of due) {
        const kept = await applyStep(longwave, desired, step, ids);
        if (kept.length === 0) continue;
        process.exitCode = EXIT.failure;
        for (const { field, before, after } of kept)
          process.stderr.write(keptOtherwise(step, field, before, after));
      }
    });
}

const viewOf = ({ kind, key, id, differences }: Step) => ({
  section: kind.section,
  [kind.key]: key,
  action: id === null ? "create" : "update",
  differences,
});

const shown = (value: unknown): string => plain(JSON.stringify(value) ?? "null");

function linesOf(due: readonly Step[], unchanged: number): string[] {
  const lines = due.flatMap(({ kind, key, id, differences }) => [
    plain(`${id === null ? "+" : "~"} ${kind.record} ${key}`),
    ...differences.map(
      ({ field, before, after }) =>
        `    ${field}: ${id === null ? "" : `${shown(before)} → `}${shown(after)}`,
    ),
  ]);
  return [...lines, `${due.length} to change, ${unchanged} unchanged.`];
}

/** A value that the server writes in another way would differ in each run. */
const keptOtherwise = ({ kind, key }: Step, field: string, before: unknown, after: unknown) =>
  `${plain(
    `${kind.record} ${key}: the server keeps ${field} as ${shown(before)}; write that instead of ${shown(after)}.`,
  )}\n`;

/** Writes one record, unless somebody changed it since it was compared. Returns what the server keeps otherwise. */
async function applyStep(
  longwave: Longwave,
  { team }: Desired,
  { kind, key, id, etag, fields, differences }: Step,
  ids: Ids,
): Promise<Difference[]> {
  const due = new Set(differences.map(({ field }) => field));
  const changed = Object.entries(fields).filter(([field]) => id === null || due.has(field));
  const body = Object.fromEntries(changed.map(([field, value]) => sentAs(kind, field, value, ids)));
  const isOfTeam = id === null && kind.section === "advertisers" && team !== null;
  const input = {
    ...body,
    ...(isOfTeam ? { team_id: team } : {}),
    ...(id === null ? {} : { [kind.id]: id }),
  };
  const guard = etag === null ? {} : { ifMatch: etag };
  const { answer } = await longwave.call(
    id === null ? kind.create : kind.update,
    input as never,
    guard,
  );
  const record = (answer as Fields)[kind.record] as Fields;
  ids.get(kind.section)?.set(key, Number(record[kind.id]));
  return differencesOf(kind, record, Object.fromEntries(changed), ids);
}

function sentAs(
  { reference }: Step["kind"],
  field: string,
  value: unknown,
  ids: Ids,
): [string, unknown] {
  // Amounts are decimal strings; every other number may be a text too.
  if (reference === undefined || field !== reference.field)
    return [field, typeof value === "number" ? String(value) : value];
  return [reference.sentAs, ids.get(reference.section)?.get(String(value))];
}
