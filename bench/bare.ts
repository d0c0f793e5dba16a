/** The baseline, in a process of its own: a bare node:http server with precomputed responses, or with one file. */
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type BareFile, sendsFile } from "./barefile.ts";

/** The message that the harness sends once: responses by `METHOD path`, or a file. The reply is the port. */
export type Repertoire = [line: string, status: number, headers: string[], body: string][];

type Known = { status: number; headers: string[]; body: Buffer };

process.once("message", async (given: Repertoire | BareFile) => {
  const listener = Array.isArray(given) ? sendsAnswers(given) : await sendsFile(given);
  // Longwave's own timeout, so that both send the same Keep-Alive header.
  const server = http.createServer({ keepAliveTimeout: 72_000 }, listener);
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());

function sendsAnswers(repertoire: Repertoire): RequestListener {
  const answers = new Map<string, Known>(
    repertoire.map(([line, status, headers, body]) => [
      line,
      { status, headers, body: Buffer.from(body, "base64") },
    ]),
  );
  return (request, response) => {
    const answer = answers.get(`${request.method} ${request.url}`);
    const send = () => {
      if (answer === undefined) response.writeHead(404).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    if (request.method === "GET") send();
    else request.resume().on("end", send);
  };
}
