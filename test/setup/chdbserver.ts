/**
 * A current ClickHouse, the one of the npm package `chdb`, behind as much of ClickHouse's HTTP interface as
 * `@clickhouse/client` uses here. It runs one statement after the other. Arguments: the package's main module, data folder,
 * password and port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** What is used of the package, which is installed when these tests run, because it has 546 MB. */
type Chdb = {
  Session: new (
    folder: string,
    options: { connectionArgs: string[] },
  ) => {
    queryAsync(statement: string, options: { format: string }): Promise<{ text(): string }>;
  };
};

const [, , main = "", folder = "", password = "", port = ""] = process.argv;
const { Session }: Chdb = await import(pathToFileURL(main).href);
/** A time zone other than UTC, so that nothing relies on the server's. */
const session = new Session(folder, {
  connectionArgs: ["--session_timezone=America/New_York"],
});
const authorization = `Basic ${Buffer.from(`default:${password}`).toString("base64")}`;

/** Parameters that are no settings of the statement. */
const OWN = ["query", "query_id", "database", "default_format", "enable_http_compression"];

/** The statement of a request, with its settings, and with the rows of an insertion. */
async function statementOf(request: IncomingMessage): Promise<string> {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const query = searchParams.get("query");
  const body = await text(request);
  if (query === null) return body;
  const settings = [...searchParams].filter(([name]) => !OWN.includes(name));
  const set = settings.map(([name, value]) => `${name} = ${Number(value)}`).join(", ");
  const statement = set === "" ? query : query.replace(/ FORMAT /i, ` SETTINGS ${set} FORMAT `);
  return `${statement}\n${body}`;
}

let last: Promise<unknown> = Promise.resolve();
/** Runs when everything before it has ended. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/ping") return void response.end("Ok.\n");
  if (request.headers.authorization !== authorization)
    return void response.writeHead(516).end("Code: 516. DB::Exception: default: wrong password");
  const statement = await statementOf(request);
  try {
    const result = await inTurn(() => session.queryAsync(statement, { format: "JSONEachRow" }));
    response.end(result.text());
  } catch (error) {
    const { message, clickhouseCode } = error as Error & { clickhouseCode?: number };
    const headers = { "x-clickhouse-exception-code": String(clickhouseCode ?? 0) };
    response.writeHead(500, headers).end(message);
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.destroy(error));
});
server.listen(Number(port), "127.0.0.1");
