/** Reads the whole audit log, for admins. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireServerAdmin } from "../users/rights.ts";
import { findUserId } from "../users/store.ts";
import { type LogParams, SUBJECTS, subjectOf } from "./schema.ts";
import { findCreativeOwner, type LogQuery, type LogRow, listLog } from "./store.ts";

const DAY_MS = 86_400_000;

/** The entries that match, newest first, with one extra row. Fails with 403 for anybody but admins, and on `actor`. */
export async function readLog(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  { subject, actor, action, from, to }: LogParams,
  page: Pick<LogQuery, "before" | "limit">,
): Promise<LogRow[]> {
  requireServerAdmin(caller);
  return listLog(db, {
    ...page,
    scope: subject === undefined ? null : await scopeOf(db, subject),
    actor: actor === undefined ? null : await actorOf(db, actor),
    action: action ?? null,
    from: from === undefined ? null : new Date(`${from}T00:00:00Z`),
    until: to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
  });
}

/** Creatives are logged as parts of their line item. */
async function scopeOf(db: Deps["db"], subject: string): Promise<LogQuery["scope"]> {
  const all = SUBJECTS.find((kind) => kind === subject);
  if (all !== undefined)
    return { kind: all === "creative" ? "lineitem" : all, id: null, part: null };
  const { kind, id } = subjectOf(subject);
  if (kind !== "creative") return { kind, id, part: null };
  const owner = await findCreativeOwner(db, id);
  return { kind: "lineitem", id: owner?.lineitem_id ?? 0, part: `creatives.${id}` };
}

async function actorOf(db: Deps["db"], actor: string): Promise<number | "system"> {
  if (actor === "system") return actor;
  const name = actor.replace(/^@/, "").toLowerCase();
  const user_id = await findUserId(db, /^\d{1,15}$/.test(name) ? Number(name) : name);
  if (user_id === undefined)
    throw invalid({ actor: "must be the username or id of a user, or system" });
  return user_id;
}
