/** All SQL about collaborators. */
import type { Executor } from "../../../platform/db/database.ts";
import { selectPublicUsers } from "../users/store.ts";

/** The collaborators of one show, or of all shows of a user; `author_id` owns those shows. */
export type CollaboratorScope =
  | { table: "show_collaborators"; column: "show_id"; value: number; author_id: number }
  | { table: "user_collaborators"; column: "network_user_id"; value: number; author_id: number };

export async function addCollaborator(
  db: Executor,
  circle: CollaboratorScope,
  user_id: number,
): Promise<void> {
  if (circle.table === "show_collaborators")
    await db
      .insertInto("show_collaborators")
      .values({ show_id: circle.value, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .insertInto("user_collaborators")
      .values({ network_user_id: circle.value, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function removeCollaborator(
  db: Executor,
  circle: CollaboratorScope,
  user_id: number,
): Promise<void> {
  if (circle.table === "show_collaborators")
    await db
      .deleteFrom("show_collaborators")
      .where("show_id", "=", circle.value)
      .where("user_id", "=", user_id)
      .execute();
  else
    await db
      .deleteFrom("user_collaborators")
      .where("network_user_id", "=", circle.value)
      .where("user_id", "=", user_id)
      .execute();
}

/**
 * Collaborators with an id below `before`, newest accounts first; returns one extra row to show that there are more.
 */
export function listCollaborators(
  db: Executor,
  circle: CollaboratorScope,
  before: number | null,
  limit: number,
) {
  return selectPublicUsers(db)
    .where((eb) =>
      eb(
        "users.user_id",
        "in",
        circle.table === "show_collaborators"
          ? eb
              .selectFrom("show_collaborators")
              .select("user_id")
              .where("show_id", "=", circle.value)
          : eb
              .selectFrom("user_collaborators")
              .select("user_id")
              .where("network_user_id", "=", circle.value),
      ),
    )
    .$if(before !== null, (query) => query.where("users.user_id", "<", before ?? 0))
    .orderBy("users.user_id", "desc")
    .limit(limit + 1)
    .execute();
}
