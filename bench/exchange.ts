/** A benchmark request, and a server's response to it, byte for byte. */
import http from "node:http";

export type BenchRequest = Readonly<{
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  /** `{unique}` in it is replaced by a number that no other request has. */
  body?: string;
}>;

/** `headers` is a flat list of names and values as received, without those that node adds by itself. */
export type Answer = Readonly<{ status: number; headers: readonly string[]; body: Buffer }>;

const ADDED_BY_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/** Sends one request and reads the whole response. */
export function ask(baseUrl: string, request: BenchRequest): Promise<Answer> {
  const { method, path, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request(new URL(path, baseUrl), { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: withoutAdded(answer.rawHeaders),
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body?.replaceAll("{unique}", `${process.pid}-${Date.now()}`));
  });
}

function withoutAdded(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = "", value = ""] = raw.slice(i, i + 2);
    if (!ADDED_BY_NODE.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
