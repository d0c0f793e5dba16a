/** The page of the whole audit log for admins: filtered, with what was before and after, and as CSV. */
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { page } from "../../../platform/http/pages.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { readLog } from "../../people/audit/actions.ts";
import type { LogRow } from "../../people/audit/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { logView } from "./logviews.ts";
import { type LogPageQuery, logPageQuery } from "./schema.ts";
import { operateWords } from "./words.ts";

const PATH = "/studio/operate/log";
const PAGE = 50;
/** Entries of a CSV: those that match, newest first. */
const MOST_ROWS = 50_000;

export const operateLogPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "Show admins who changed what",
    access: "signed-in",
    query: logPageQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const caller = adminOf(call);
      const words = operateWords(call.locale);
      const { before = null, format, ...filters } = call.query;
      const isCsv = format === "csv";
      const found = await readSafely(deps, caller, filters, {
        before,
        limit: isCsv ? MOST_ROWS : PAGE,
      });
      if (isCsv) return { sheet: sheetOf(found.rows.slice(0, MOST_ROWS)) };
      const { fields } = problemsOf(words.lang, { given: {}, fields: found.fields, message: null });
      const rows = found.rows.slice(0, PAGE);
      return operateLayout(call, deps, {
        title: words.log,
        body: logView({
          words,
          path: PATH,
          timezone: timezoneOf(call.session),
          filters: filled(filters),
          errors: fields,
          rows,
          next: found.rows.length > PAGE ? (rows.at(-1)?.entry_id ?? null) : null,
        }),
      });
    },
  }),
];

type Filters = Omit<LogPageQuery, "before" | "format">;

const filled = (filters: Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** A filter that names nobody finds nothing, and says why. */
async function readSafely(
  deps: Pick<Deps, "db">,
  caller: Caller,
  filters: Filters,
  page: Readonly<{ before: number | null; limit: number }>,
): Promise<{ rows: LogRow[]; fields: Readonly<Record<string, string>> }> {
  try {
    return { rows: await readLog(deps, caller, filters, page), fields: {} };
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid")
      return { rows: [], fields: error.fields ?? {} };
    throw error;
  }
}

const sheetOf = (rows: readonly LogRow[]) => ({
  name: "audit-log",
  header: ["entry_id", "at", "actor", "via", "action", "subject", "name", "before", "after"],
  rows: rows.map((row) => [
    row.entry_id,
    wireTime(row.at),
    row.username,
    row.via,
    row.action,
    `${row.subject}:${row.subject_id}`,
    row.subject_name,
    JSON.stringify(row.before),
    JSON.stringify(row.after),
  ]),
});
