/** Carries who is acting to the triggers of the audit log, so that no write can forget to say it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, type DatabaseConnection } from "kysely";
import { isStalePlan } from "./prepared.ts";

/** How a change reached the server. */
type Via = "token" | "app" | "page" | "import" | "system";

/** Who changes something; without one, the system does. */
export type Actor = Readonly<{ user_id: number; via: Via }>;

/** Begins the subject of `record_changes` for a user who has written something, for reads from a replica. */
export const WRITES_OF = "writes-of:";

/** Users who create records in one transaction, each of them as the author. */
type Authors = Readonly<{ user_ids: readonly number[]; via: Via }>;

const acting = new AsyncLocalStorage<Actor | Authors>();

/** Runs `work`, whose writes are logged as those of `actor`; null: of the system. */
export const actAs = <T>(actor: Actor | null, work: () => T): T =>
  actor === null ? acting.exit(work) : acting.run(actor, work);

/** Runs `work`, in which a new record is logged as its author's. */
export const actAsAuthors = <T>(authors: Authors, work: () => T): T => acting.run(authors, work);

/** Who acts, if one user does. */
export function currentActor(): Actor | null {
  const actor = acting.getStore();
  return actor !== undefined && "user_id" in actor ? actor : null;
}

/**
 * Has every transaction of the connection begin with its actor, in the same round trip. A write outside of a
 * transaction gets one of its own if somebody acts. `isReplicated`: each also notes that its actor writes, so that this
 * user does not read from a replica that does not have it yet.
 */
export function announceActors(connection: DatabaseConnection, isReplicated: boolean): void {
  const send = connection.executeQuery.bind(connection);
  let isOpen = false;
  const once = async (...[query, options]: Parameters<typeof send>) => {
    await begin("begin");
    try {
      const result = await send(query, options);
      await send(CompiledQuery.raw("commit"));
      return result;
    } catch (error) {
      await send(CompiledQuery.raw("rollback"));
      throw error;
    }
  };
  const alone: typeof once = (...statement) =>
    once(...statement).catch((error) => {
      if (!isStalePlan(error)) throw error;
      return once(...statement);
    });
  const begin = (sql: string) => {
    const actor = acting.getStore();
    if (actor === undefined) return send(CompiledQuery.raw(sql));
    const note = isReplicated && !READS.test(sql) ? `; ${noteOf(actor)}` : "";
    return send(CompiledQuery.raw(`${sql}; ${settingOf(actor)}${note}`));
  };
  connection.executeQuery = async (query, options) => {
    if (BEGINS.test(query.sql)) {
      isOpen = true;
      return (await begin(query.sql)) as never;
    }
    if (query.sql === "commit" || query.sql === "rollback") isOpen = false;
    if (isOpen || acting.getStore() === undefined || !WRITES.test(query.sql))
      return send(query, options) as never;
    return (await alone(query, options)) as never;
  };
}

const BEGINS = /^(?:begin|start transaction)\b/;
const READS = /\bread only\b/;
const WRITES = /\b(?:insert into|update|delete from|merge into)\b/;

/** A number and a word of ours, which need no quoting; `author` stands for the author of a new record. */
const settingOf = (actor: Actor | Authors): string =>
  `set local longwave.actor = '${"user_id" in actor ? Math.trunc(actor.user_id) : "author"} ${actor.via}'`;

const noteOf = (actor: Actor | Authors): string => {
  const users = "user_id" in actor ? [actor.user_id] : actor.user_ids;
  const values = users.map((user_id) => `('${WRITES_OF}${Math.trunc(user_id)}')`);
  return `insert into record_changes (subject) values ${values.join(", ")}`;
};
