/** The baseline, in a process of its own: a bare node:http server with precomputed responses. */
import http from "node:http";
import type { AddressInfo } from "node:net";

/** The message that the harness sends once: responses by `METHOD path`. The reply is the port. */
export type Repertoire = [line: string, status: number, headers: string[], body: string][];

type Known = { status: number; headers: string[]; body: Buffer };

process.once("message", (repertoire: Repertoire) => {
  const answers = new Map<string, Known>(
    repertoire.map(([line, status, headers, body]) => [
      line,
      { status, headers, body: Buffer.from(body, "base64") },
    ]),
  );
  // Longwave's own timeout, so that both send the same Keep-Alive header.
  const server = http.createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const answer = answers.get(`${request.method} ${request.url}`);
    const send = () => {
      if (answer === undefined) response.writeHead(404).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    if (request.method === "GET") send();
    else request.resume().on("end", send);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
