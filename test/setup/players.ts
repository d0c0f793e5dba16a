/** Plays as apps do: from an address behind a test's trusted proxy, following redirects step by step. */
import http from "node:http";

/** A request and its client. */
export type Ask = Readonly<{
  method?: "GET" | "HEAD";
  agent: string;
  /** The listener's address, as stated by the trusted proxy. */
  from: string;
  range?: string;
  headers?: Readonly<Record<string, string>>;
}>;

export type Answer = Readonly<{
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}>;

/** A pool of persistent connections; `destroy` closes them. */
export const openConnections = (most: number) =>
  new http.Agent({ keepAlive: true, maxSockets: most });

/** Sends one request without following redirects. */
export function ask(url: string, options: Ask, agent?: http.Agent): Promise<Answer> {
  const { method = "GET", from, range, headers } = options;
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method,
      ...(agent !== undefined && { agent }),
      headers: {
        "user-agent": options.agent,
        "x-forwarded-for": from,
        ...(range !== undefined && { range }),
        ...headers,
      },
    });
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.end();
  });
}

/** The target of a redirect. Throws for any other response. */
export function leadsTo({ status, headers }: Answer): string {
  if (status !== 302 || headers.location === undefined)
    throw new Error(`no redirect but ${status}`);
  return headers.location;
}
