/** Routes that read the audit log: of a record, and all of it. */
import type { Deps } from "../../../deps.ts";
import { lastIdPage, pageOf } from "../../../platform/http/paging.ts";
import { type Access, route } from "../../../platform/http/route.ts";
import { serverAdmins } from "../users/rights.ts";
import { readLog } from "./actions.ts";
import { requireHistory } from "./rights.ts";
import { auditEntry, auditQuery, logEntry, logQuery } from "./schema.ts";
import { listEntries } from "./store.ts";
import { entryView, logEntryView } from "./views.ts";

const editors: Access<true> = { signedIn: true, who: "those who may edit the record" };

export const auditRoutes = [
  route({
    method: "GET",
    path: "/v2/audit",
    tag: "Audit log",
    operationId: "listAuditEntries",
    summary: "List who changed a record",
    description:
      "Newest first; one entry for each request that changed something. Kept for three years.",
    access: editors,
    scope: "basic",
    query: auditQuery,
    response: pageOf(auditEntry),
    refusals: { 403: "You may see the record, but not edit it.", 404: "There is no such record." },
    async handle(call, { db }: Deps) {
      const { limit, last_id = null } = call.query;
      const scope = await requireHistory(db, call.caller, call.query.subject);
      const rows = await listEntries(db, scope, { before: last_id, limit });
      return lastIdPage(call, rows, (row) => row.entry_id, entryView);
    },
  }),
  route({
    method: "GET",
    path: "/v2/admin/audit",
    tag: "Administration",
    operationId: "listLogEntries",
    summary: "List who changed what",
    description: "All records, newest first. Kept for three years.",
    access: serverAdmins,
    scope: "basic",
    query: logQuery,
    response: pageOf(logEntry),
    async handle(call, deps: Deps) {
      const { limit, last_id = null, ...given } = call.query;
      const rows = await readLog(deps, call.caller, given, { before: last_id, limit });
      return lastIdPage(call, rows, (row) => row.entry_id, logEntryView);
    },
  }),
];
