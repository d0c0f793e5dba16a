/** Lets admins list everybody's imports, run failed ones again, and cancel those that have not ended. */
import type { Deps } from "../../../deps.ts";
import { conflict, notFound } from "../../../platform/failure.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { type Caller, nothing, route } from "../../../platform/http/route.ts";
import { requireServerAdmin, serverAdmins } from "../../people/users/rights.ts";
import { queueImport } from "./queue.ts";
import { importId, importsQuery, listedImport } from "./schema.ts";
import { cancelUnfinished, findImport, listImports, reopenImport } from "./store.ts";
import { listedImportView } from "./views.ts";

const CANCELED = "An admin canceled the import.";

async function requireImport({ db }: Pick<Deps, "db">, caller: Caller, import_id: number) {
  requireServerAdmin(caller);
  if ((await findImport(db, import_id)) === undefined) throw notFound("import");
}

/** Runs a failed import of a URL again. Fails with 409 for others. */
export async function retryImport(
  deps: Pick<Deps, "db" | "clock">,
  caller: Caller,
  import_id: number,
): Promise<void> {
  await requireImport(deps, caller, import_id);
  await deps.db.transaction().execute(async (db) => {
    if (!(await reopenImport(db, import_id)))
      throw conflict(
        "import-not-repeatable",
        "Only a failed import of a URL can be run again; uploaded files are not kept.",
      );
    await queueImport(db, import_id, deps.clock());
  });
}

/** Ends an import that waits or runs; nothing of it stays. Fails with 409 if it has ended. */
export async function cancelImport(
  deps: Pick<Deps, "db">,
  caller: Caller,
  import_id: number,
): Promise<void> {
  await requireImport(deps, caller, import_id);
  if (!(await cancelUnfinished(deps.db, import_id, CANCELED)))
    throw conflict("import-ended", "The import has ended.");
}

const common = { tag: "Administration", access: serverAdmins, scope: "basic" } as const;
const ofImport = { params: importId, response: nothing } as const;

export const allImportsRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/imports",
    operationId: "listAllImports",
    summary: "List everybody's imports",
    description: "Newest first.",
    query: importsQuery,
    response: pageOf(listedImport),
    async handle(call, { db }: Deps) {
      requireServerAdmin(call.caller);
      const { state, q = "", limit, offset } = call.query;
      const rows = await listImports(db, { state, q: q.trim(), limit: limit + 1, offset });
      return offsetPage(call, rows, listedImportView);
    },
  }),
  route({
    ...common,
    ...ofImport,
    method: "POST",
    path: "/v2/admin/imports/:import_id/retry",
    operationId: "retryImport",
    summary: "Run a failed import again",
    refusals: { 409: "`import-not-repeatable`: it has not failed, or was an uploaded file." },
    async handle({ caller, params }, deps: Deps) {
      await retryImport(deps, caller, params.import_id);
      return [];
    },
  }),
  route({
    ...common,
    ...ofImport,
    method: "POST",
    path: "/v2/admin/imports/:import_id/cancel",
    operationId: "cancelImport",
    summary: "Cancel an import that waits or runs",
    description: "Nothing of it stays; its state becomes `FAILED`.",
    refusals: { 409: "`import-ended`: it has ended." },
    async handle({ caller, params }, deps: Deps) {
      await cancelImport(deps, caller, params.import_id);
      return [];
    },
  }),
];
