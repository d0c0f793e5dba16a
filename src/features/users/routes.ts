/** Public view of users. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import { anyone, atRevision, route } from "../../platform/http/route.ts";
import { userDetail, userKey } from "./schema.ts";
import { findPublicUser } from "./store.ts";
import { publicUserView } from "./views.ts";

export const userRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path: "/v2/users/:user_id",
    tag: "Users",
    summary: "A user, as everyone sees it",
    description: "`user_id` is a number, a username, or `me`.",
    access: anyone,
    params: z.object({ user_id: userKey }),
    response: z.object({ user: userDetail }),
    async handle({ params, viewer, baseUrl }) {
      const key = params.user_id === "me" && viewer ? viewer.user_id : params.user_id;
      const row = await findPublicUser(deps.db, key);
      if (row === undefined) throw notFound("user");
      const user = { ...publicUserView(row, baseUrl), verified: row.verified };
      return atRevision({ user }, row.revision);
    },
  }),
];
