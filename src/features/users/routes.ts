/** Users: the public view, the own account, changing it. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import { anyone, atRevision, type Call, route, self, viewer } from "../../platform/http/route.ts";
import { imageField } from "../images/actions.ts";
import { findQuota } from "../storage/store.ts";
import { changeUser, resolveUser } from "./actions.ts";
import { ownUser, userDetail, userKey, userParams } from "./schema.ts";
import { findAccount, findPublicUser, findRelation, listMemberships } from "./store.ts";
import { ownUserView, userView } from "./views.ts";

const tag = "Users";

/** The account of `user_id` as its owner sees it. */
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

export const userRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path: "/v2/users/:user_id",
    tag,
    summary: "A user, as everyone sees it",
    description: "`user_id` is a number, a username, or `me`.",
    access: anyone,
    params: z.object({ user_id: userKey }),
    response: z.object({ user: userDetail }),
    async handle({ params, viewer, baseUrl }) {
      const row = await findPublicUser(deps.db, await resolveUser(deps, params.user_id, viewer));
      if (row === undefined) throw notFound("user");
      const relation = viewer && (await findRelation(deps.db, viewer.user_id, row.user_id));
      return atRevision({ user: userView(row, relation, baseUrl) }, row.revision);
    },
  }),
  route({
    method: "GET",
    path: "/v2/me",
    tag,
    summary: "The account behind the token",
    access: viewer,
    response: z.object({ user: ownUser }),
    handle: (call) => ownAnswer(deps, call.viewer.user_id, call),
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/users/:user_id",
    tag,
    summary: "Change one's account",
    description: "Send only what is to change. An empty text clears a field.",
    access: self,
    params: z.object({ user_id: userKey }),
    body: userParams,
    files: { image_file: imageField },
    response: z.object({ user: ownUser }),
    async handle(call) {
      const user_id = await resolveUser(deps, call.params.user_id, call.viewer);
      await changeUser(deps, call.viewer, user_id, call.body, call.files, call.ifMatch);
      return ownAnswer(deps, user_id, call);
    },
  }),
];
