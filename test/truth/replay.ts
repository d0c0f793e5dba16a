/** Sends generated requests to an edge, which must answer them as they were recorded. */
import http from "node:http";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";

/** Connections at the same time. */
const CONNECTIONS = 16;

/** The path and query of a record's audio. */
const targetOf = ({ digest, purpose, preview }: DeliveryRecord): string =>
  `/media/r/${digest}/a.mp3${preview ? "?via=preview" : purpose === "play" ? "?via=play" : "?download=1"}`;

/** What a client sends. An interrupted response is sent for as a range, because sockets buffer what nobody reads. */
function headersOf(
  { at, address, user_agent, status, digest, sent }: DeliveryRecord,
  bytes: number,
) {
  const [range] = sent;
  const isPart = range !== undefined && range[1] - range[0] + 1 < bytes;
  return {
    "x-at": String(at),
    "x-forwarded-for": address,
    "user-agent": user_agent,
    ...(isPart && { range: `bytes=${range[0]}-${range[1]}` }),
    ...(status === 304 && { "if-none-match": `"${digest}"` }),
  };
}

/** Sends all requests, and fails if a response has another size than was recorded. `bytes`: of each rendition. */
export async function replay(
  edge: string,
  records: readonly DeliveryRecord[],
  bytes: number,
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const send = (record: DeliveryRecord) =>
    new Promise<void>((resolve, reject) => {
      const options = { agent, method: record.method, headers: headersOf(record, bytes) };
      const request = http.request(edge + targetOf(record), options, (response) => {
        let got = 0;
        response.on("data", (chunk: Buffer) => {
          got += chunk.length;
        });
        response.on("end", () => {
          const wanted = record.sent.reduce((sum, [first, last]) => sum + last - first + 1, 0);
          if (got === wanted) resolve();
          else reject(new Error(`${response.statusCode}: ${got} bytes instead of ${wanted}`));
        });
        response.on("error", reject);
      });
      request.on("error", reject).end();
    });
  const work = async () => {
    for (let record = records[next++]; record !== undefined; record = records[next++])
      await send(record);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work)).finally(() => agent.destroy());
}
