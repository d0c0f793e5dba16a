/** `longwave routes`: prints every route and page, who may use it, and the file that declares it. */
import type { Command } from "commander";
import { pagesByFile, routesByFile } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { print, printJson } from "./deps.ts";

type Row = Readonly<{
  method: string;
  path: string;
  access: string;
  /** What a token must allow; empty for pages, which browsers open without one. */
  scope: string;
  file: string;
}>;

export function registerRoutes(program: Command): void {
  program
    .command("routes")
    .description("List every route and page with its access, scope and source file")
    .option("--json", "Print the list as JSON")
    .action(({ json }: { json?: true }) => {
      const rows = listRoutes(loadConfig());
      if (json) printJson(rows);
      else for (const line of tableOf(rows)) print(line);
    });
}

/** Ordered by path; opens no store. */
function listRoutes(config: Config): Row[] {
  const routes = Object.entries(routesByFile({ config })).flatMap(([file, declared]) =>
    declared.map(({ method, path, access, scopes }) => ({
      method,
      path,
      access: access.who,
      scope: scopes.join(" or "),
      file,
    })),
  );
  const pages = Object.entries(pagesByFile({ config })).flatMap(([file, declared]) =>
    declared.map(({ method, path, access }) => ({
      method,
      path,
      access: access === "anyone" ? "anyone" : "anyone who has signed in",
      scope: "",
      file,
    })),
  );
  return [...routes, ...pages].sort(
    (a, b) => compare(a.path, b.path) || compare(a.method, b.method),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const COLUMNS = ["method", "path", "access", "scope", "file"] as const;

/** The rows below their header, in columns that are as wide as their widest cell. */
function tableOf(rows: readonly Row[]): string[] {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] || "-"))];
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
