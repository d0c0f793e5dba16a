/** `longwave list …`: manages curated lists and prints them as JSON. */
import type { Command } from "commander";
import { z } from "zod";
import type { OpenDeps } from "../deps.ts";
import {
  createList,
  deleteList,
  fillList,
  handPickedShows,
  requireList,
} from "../features/discovery/explore/actions.ts";
import { fillingParams, newListParams } from "../features/discovery/explore/schema.ts";
import type { ListRow } from "../features/discovery/explore/store.ts";
import { listSettingsView, listView } from "../features/discovery/explore/views.ts";
import { id } from "../platform/http/params.ts";
import { printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

/** Parses `values` with a schema of the API; throws a sentence that names the option. */
function read<T>(schema: z.ZodType<T>, values: unknown, options: Record<string, string>): T {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  throw new UsageError(`${options[field] ?? field} ${issue?.message}.`);
}

const listId = (text: string): number =>
  read(z.object({ list_id: id() }), { list_id: text }, { list_id: "The list's id" }).list_id;

async function printList({ db }: OpenDeps, list: ListRow): Promise<void> {
  printJson({ ...listView(list), ...listSettingsView(list, await handPickedShows(db, list)) });
}

export function registerList(program: Command): void {
  const list = program.command("list").description("Manage curated lists of shows");
  registerCreate(list);
  registerSet(list);
  list
    .command("remove")
    .argument("<list_id>")
    .description("Delete a list and print it as JSON")
    .action((text: string) =>
      withDeps(async (deps) => {
        const row = await requireList(deps.db, listId(text));
        await deleteList(deps, row.list_id, null);
        await printList(deps, row);
      }),
    );
}

const collect = (code: string, codes: string[] = []): string[] => [...codes, code];

function registerCreate(list: Command): void {
  list
    .command("create")
    .description("Create an empty list and print it as JSON")
    .requiredOption("--name <name>", "Name of 1 to 100 characters")
    .option("--subtitle <text>", "Subtitle of at most 200 characters")
    .option(
      "--country <code>",
      "Country as an ISO 3166-1 code; repeat it for several (default: all)",
      collect,
    )
    .action(({ country: countries, ...given }: { country?: string[] }) => {
      const names = { name: "--name", subtitle: "--subtitle", countries: "--country" };
      const params = read(newListParams, { ...given, countries }, names);
      return withDeps(async (deps) => printList(deps, await createList(deps, params)));
    });
}

type Filling = { shows?: string; category?: string; language?: string; maxAgeDays?: string };

function registerSet(list: Command): void {
  list
    .command("set")
    .argument("<list_id>")
    .description("Set a list's shows, by their ids or by a rule, and print it as JSON")
    .option("--shows <ids>", "Comma-separated ids of shows, in order")
    .option("--category <id>", "Shows of this category")
    .option("--language <code>", "Shows in this language")
    .option("--max-age-days <days>", "Shows with an episode within this many days")
    .action((text: string, options: Filling) => {
      const { shows, category: category_id, language, maxAgeDays: max_age_days } = options;
      const byRule = [category_id, language, max_age_days].some((value) => value !== undefined);
      if ((shows !== undefined) === byRule)
        throw new UsageError("Use either --shows, or --category, --language, --max-age-days.");
      const params = read(
        fillingParams,
        { shows, category_id, language, max_age_days },
        {
          shows: "--shows",
          category_id: "--category",
          language: "--language",
          max_age_days: "--max-age-days",
        },
      );
      const list_id = listId(text);
      return withDeps(async (deps) => printList(deps, await fillList(deps, list_id, params, null)));
    });
}
