/** Reads and changes the team of a show. */
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { networkCircle, requireOther, showCircle } from "../../../people/collaborators/actions.ts";
import {
  addCollaborator,
  listCollaborators,
  removeCollaborator,
} from "../../../people/collaborators/store.ts";
import { findUserId } from "../../../people/users/store.ts";
import { publicUserView } from "../../../people/users/views.ts";
import { INVITING } from "../../../publishing/shows/rights.ts";
import type { OwnShow } from "../showlayout.ts";
import { listNetworks } from "../store.ts";
import type { TeamRole } from "./schema.ts";

/** Nobody has more; the API lists all of them. */
const MOST = 200;

const circlesOf = async (deps: Deps, caller: Caller, { show }: OwnShow) => ({
  show: await showCircle(deps, show.show_id, caller),
  all: await networkCircle(deps, show.author_id, caller),
});

/** The team, for those who may see it; null for other editors. */
export async function findTeam(deps: Deps, caller: Caller, own: OwnShow, baseUrl: string) {
  if (!INVITING.includes(own.role)) return null;
  const circles = await circlesOf(deps, caller, own);
  const [ofShow, ofAll, organizations] = await Promise.all([
    listCollaborators(deps.db, circles.show, null, MOST),
    listCollaborators(deps.db, circles.all, null, MOST),
    listNetworks(deps.db, own.show.author_id, caller.user_id),
  ]);
  const everywhere = new Set(ofAll.map(({ user_id }) => user_id));
  const people = [
    ...ofAll.map((row) => ({ row, role: "all" as const })),
    ...ofShow
      .filter(({ user_id }) => !everywhere.has(user_id))
      .map((row) => ({ row, role: "show" as const })),
  ];
  return {
    people: people.map(({ row, role }) => ({ ...publicUserView(row, baseUrl), role })),
    organizations,
  };
}

/** Gives a person one of the two roles, and takes the other away. */
export async function setRole(
  deps: Deps,
  caller: Caller,
  own: OwnShow,
  { user_id, role }: Readonly<{ user_id: number; role: TeamRole }>,
): Promise<void> {
  const circles = await circlesOf(deps, caller, own);
  await requireOther(deps, circles[role], user_id);
  await deps.db.transaction().execute(async (db) => {
    await addCollaborator(db, circles[role], user_id);
    await removeCollaborator(db, circles[role === "show" ? "all" : "show"], user_id);
  });
}

/** Takes both roles away. */
export async function removeMember(
  deps: Deps,
  caller: Caller,
  own: OwnShow,
  user_id: number,
): Promise<void> {
  const circles = await circlesOf(deps, caller, own);
  await deps.db.transaction().execute(async (db) => {
    await removeCollaborator(db, circles.show, user_id);
    await removeCollaborator(db, circles.all, user_id);
  });
}

/** The user of that name. Fails on `username`, with the text that the page has for it. */
export async function findMember(
  { db }: Pick<Deps, "db">,
  username: string,
  { author_id, unknown, author }: Readonly<{ author_id: number; unknown: string; author: string }>,
): Promise<number> {
  const name = username.replace(/^@/, "");
  const user_id = /^\d+$/.test(name) ? undefined : await findUserId(db, name);
  if (user_id === undefined) throw invalid({ username: unknown });
  if (user_id === author_id) throw invalid({ username: author });
  return user_id;
}
