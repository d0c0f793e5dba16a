/** A push service in a process of its own: counts what it gets for each device, and answers `{ count }` with the sums. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const counts = new Map<string, number>();
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const path = request.url ?? "";
  counts.set(path, (counts.get(path) ?? 0) + 1);
  request.resume().on("end", () => response.writeHead(201).end());
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

/** Devices that got a message, and those that got more than one. */
export type Counted = Readonly<{ devices: number; twice: number }>;

process.on("message", () => {
  const twice = [...counts.values()].filter((count) => count > 1).length;
  process.send?.({ devices: counts.size, twice } satisfies Counted);
});
process.on("disconnect", () => process.exit());
