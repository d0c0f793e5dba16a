/**
 * The limit of writes for any server in Node, in a process of its own: a bare node:http server that inserts the same row
 * for each request, and sends the same response, but neither reads what was sent nor checks it.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { readInsert } from "./floor.ts";

/** The message that the harness sends once. The reply is the port. */
export type Inserting = Readonly<{
  target: pg.ClientConfig;
  /** Connections to PostgreSQL: as many as Longwave has. */
  connections: number;
  response: Readonly<{ status: number; headers: string[]; body: string }>;
}>;

process.once("message", async ({ target, connections, response: sent }: Inserting) => {
  const pool = new pg.Pool({ ...target, max: connections });
  const { text, values } = await readInsert(pool);
  const body = Buffer.from(sent.body, "base64");
  const server = http.createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    request.resume().on("end", async () => {
      await pool.query({ name: "insert", text, values });
      response.writeHead(sent.status, sent.headers).end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
