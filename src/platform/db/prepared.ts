/** Lets each session parse and plan a statement once, instead of at every request. */
import type pg from "pg";

/** Beyond this many statements a session sends new ones unprepared: its memory is bounded. */
const MAX_PREPARED = 500;

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * What to do with each new client of a pool: statements with values get a name, by their text.
 * When a change of schema has broken a plan, all sessions forget theirs; so of every statement
 * at most the runs under way at that moment fail, not one on each connection.
 */
export function prepareStatements(): (client: pg.PoolClient) => void {
  let schema = 0;
  return (client) => {
    const send = client.query.bind(client) as Query;
    const names = new Map<string, string>();
    let prepared = 0;
    let seen = schema;
    const nameOf = (text: string): string | undefined => {
      if (seen !== schema) {
        names.clear();
        seen = schema;
      }
      const known = names.get(text);
      if (known !== undefined || prepared >= MAX_PREPARED) return known;
      prepared += 1;
      const name = `longwave_${prepared}`;
      names.set(text, name);
      return name;
    };
    const query: Query = (text, values, callback) => {
      if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || callback)
        return send(text, values, callback);
      const name = nameOf(text);
      if (name === undefined) return send(text, values);
      const result = send({ name, text, values }) as Promise<unknown>;
      result.catch((error) => {
        if (isStalePlan(error)) schema += 1;
      });
      return result;
    };
    client.query = query as typeof client.query;
  };
}

/** A prepared plan that no longer fits the schema, or that the session was made to forget. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery");
}
