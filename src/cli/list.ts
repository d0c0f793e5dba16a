/** `longwave list …`: curated lists, printed as JSON. */
import type { Command } from "commander";
import { z } from "zod";
import type { OpenDeps } from "../deps.ts";
import {
  createList,
  deleteList,
  fillList,
  requireList,
  shownByHand,
} from "../features/explore/actions.ts";
import { fillingParams, newListParams } from "../features/explore/schema.ts";
import type { ListRow } from "../features/explore/store.ts";
import { listSettingsView, listView } from "../features/explore/views.ts";
import { id } from "../platform/http/params.ts";
import { printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

/** What the API would take; else a sentence naming the option. */
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
  printJson({ ...listView(list), ...listSettingsView(list, await shownByHand(db, list)) });
}

export function registerList(program: Command): void {
  const list = program.command("list").description("curated lists of shows");
  registerCreate(list);
  registerSet(list);
  list
    .command("remove")
    .argument("<list_id>")
    .description("take a list away and print it as JSON")
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
    .description("make an empty list and print it as JSON")
    .requiredOption("--name <name>", "1 to 100 characters")
    .option("--subtitle <text>", "at most 200 characters")
    .option("--country <code>", "ISO 3166-1; several times for several; none: every one", collect)
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
    .description("say what a list holds, by hand or by a rule, and print it as JSON")
    .option("--shows <ids>", "ids of shows, joined by commas, in their order")
    .option("--category <id>", "shows of this category")
    .option("--language <code>", "shows in this language")
    .option("--max-age-days <days>", "shows with an episode of the last so many days")
    .action((text: string, options: Filling) => {
      const { shows, category: category_id, language, maxAgeDays: max_age_days } = options;
      const byRule = [category_id, language, max_age_days].some((value) => value !== undefined);
      if ((shows !== undefined) === byRule)
        throw new UsageError("Say either --shows, or --category, --language, --max-age-days.");
      const params = read(
        fillingParams,
        { shows, category_id, language, max_age_days },
        {
          ...{ shows: "--shows", category_id: "--category" },
          ...{ language: "--language", max_age_days: "--max-age-days" },
        },
      );
      const list_id = listId(text);
      return withDeps(async (deps) => printList(deps, await fillList(deps, list_id, params, null)));
    });
}
