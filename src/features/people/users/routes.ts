/** Routes for users and the caller's own account. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import {
  anyone,
  atRevision,
  type Call,
  route,
  self,
  signedIn,
} from "../../../platform/http/route.ts";
import { imageField } from "../../publishing/images/actions.ts";
import { findQuota } from "../../publishing/storage/store.ts";
import { changeUser } from "./actions.ts";
import { resolveUser } from "./rights.ts";
import { ownUser, userDetail, userKey, userParams } from "./schema.ts";
import { findAccount, findPublicUser, findRelation, listMemberships } from "./store.ts";
import { ownUserView, userView } from "./views.ts";

const tag = "Users";

/** The response with the account of `user_id` as its owner sees it. */
async function ownAnswer(
  { db, config }: Deps,
  user_id: number,
  { baseUrl }: Pick<Call, "baseUrl">,
) {
  const [row, account] = [await findPublicUser(db, user_id), await findAccount(db, user_id)];
  if (row === undefined || account === undefined) throw notFound("user");
  const organizations = await listMemberships(db, user_id);
  const { used, limit } = await findQuota(db, user_id);
  const features = {
    storage_used_bytes: used,
    storage_limit_bytes: limit,
    upload_limit_bytes: config.maxUploadBytes,
  };
  return atRevision(
    { user: ownUserView({ row, account, organizations, features }, baseUrl) },
    row.revision,
  );
}

export const userRoutes = [
  route({
    method: "GET",
    path: "/v2/users/:user_id",
    tag,
    operationId: "getUser",
    summary: "Get a user",
    description: "The public view of the user.",
    access: anyone,
    params: z.object({ user_id: userKey }),
    response: z.object({ user: userDetail }),
    async handle({ params, caller, baseUrl }, deps: Deps) {
      const row = await findPublicUser(deps.db, await resolveUser(deps.db, caller, params.user_id));
      if (row === undefined) throw notFound("user");
      const relation = caller && (await findRelation(deps.db, caller.user_id, row.user_id));
      return atRevision({ user: userView(row, relation, baseUrl) }, row.revision);
    },
  }),
  route({
    method: "GET",
    path: "/v2/me",
    tag,
    operationId: "getCurrentUser",
    summary: "Get your account",
    access: signedIn,
    response: z.object({ user: ownUser }),
    handle: (call, deps: Deps) => ownAnswer(deps, call.caller.user_id, call),
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/users/:user_id",
    tag,
    operationId: "updateUser",
    summary: "Update your account",
    description: "Send only the fields you want to change. An empty string clears a field.",
    access: self,
    params: z.object({ user_id: userKey }),
    body: userParams,
    files: { image_file: imageField },
    response: z.object({ user: ownUser }),
    async handle(call, deps: Deps) {
      const user_id = await resolveUser(deps.db, call.caller, call.params.user_id);
      await changeUser(deps, call.caller, user_id, call.body, call.files, call.ifMatch);
      return ownAnswer(deps, user_id, call);
    },
  }),
];
