/** Routes for admins to find, change and suspend accounts. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { route } from "../../../platform/http/route.ts";
import { requireServerAdmin, serverAdmins } from "../users/rights.ts";
import {
  changeAccount,
  readAccount,
  type SuspensionDeps,
  suspendUser,
  unsuspendUser,
} from "./actions.ts";
import {
  accountDetail,
  accountId,
  accountParams,
  accountsQuery,
  suspensionParams,
} from "./schema.ts";
import { listAccounts } from "./store.ts";
import { accountView } from "./views.ts";

const common = { tag: "Administration", access: serverAdmins, scope: "basic" } as const;
const ofAccount = { params: accountId, response: z.object({ account: accountDetail }) } as const;

export const administrationRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/users",
    operationId: "listAccounts",
    summary: "List accounts",
    description: "Newest first, with their e-mail addresses and storage.",
    query: accountsQuery,
    response: pageOf(accountDetail),
    async handle(call, { db }: Deps) {
      requireServerAdmin(call.caller);
      const { q = "", state, limit, offset } = call.query;
      const page = { sort: "newest", descending: true, limit: limit + 1, offset } as const;
      const rows = await listAccounts(db, { q: q.trim(), state, ...page });
      return offsetPage(call, rows, accountView);
    },
  }),
  route({
    ...common,
    ...ofAccount,
    method: "GET",
    path: "/v2/admin/users/:user_id",
    operationId: "getAccount",
    summary: "Get an account",
    async handle({ caller, params }, deps: Deps) {
      return { account: accountView(await readAccount(deps, caller, params.user_id)) };
    },
  }),
  route({
    ...common,
    ...ofAccount,
    method: "POST",
    path: "/v2/admin/users/:user_id",
    operationId: "updateAccount",
    summary: "Verify a user or change their plan",
    description: "Send only the fields you want to change.",
    body: accountParams,
    async handle({ caller, params, body }, deps: Deps) {
      return { account: accountView(await changeAccount(deps, caller, params.user_id, body)) };
    },
  }),
  route({
    ...common,
    ...ofAccount,
    method: "PUT",
    path: "/v2/admin/users/:user_id/suspension",
    operationId: "suspendAccount",
    summary: "Suspend an account",
    description:
      "The person is signed out everywhere and cannot sign in; their tokens and apps are refused with 403 `account-suspended` and the reason, within two seconds. Their shows and episodes stay as they are. Everything works again when the suspension ends.",
    refusals: { 409: "`own-account`: you cannot suspend yourself." },
    body: suspensionParams,
    async handle({ caller, params, body }, deps: SuspensionDeps) {
      const row = await suspendUser(deps, caller, params.user_id, body.reason);
      return { account: accountView(row) };
    },
  }),
  route({
    ...common,
    ...ofAccount,
    method: "DELETE",
    path: "/v2/admin/users/:user_id/suspension",
    operationId: "unsuspendAccount",
    summary: "End the suspension of an account",
    description: "Idempotent.",
    async handle({ caller, params }, deps: Deps) {
      return { account: accountView(await unsuspendUser(deps, caller, params.user_id)) };
    },
  }),
];
