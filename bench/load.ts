/** The load generator, in a process of its own: drives one server with autocannon for one round. */
import { once } from "node:events";
import autocannon from "autocannon";
import type { BenchRequest } from "./exchange.ts";

export type Round = Readonly<{
  url: string;
  /** Divided among the connections, each of which repeats its own share. */
  requests: readonly BenchRequest[];
  /** Any other status is an error. */
  status: number;
  connections: number;
  seconds: number;
}>;

/** Latencies in milliseconds; `busy` is the share of one core that this process used. */
export type Figures = { perSecond: number; p50: number; p99: number; errors: number; busy: number };

let count = 0;

process.on("message", async (round: Round) => {
  const shares = deal(round.requests.map(prepare), round.connections);
  const times: number[] = [];
  let wrong = 0;
  let before = process.cpuUsage();
  let start = 0;
  const run = autocannon(
    {
      url: round.url,
      connections: round.connections,
      duration: round.seconds,
      setupClient: (client) => client.setRequests(shares.pop() ?? []),
    },
    () => {},
  );
  run.on("start", () => {
    before = process.cpuUsage();
    start = performance.now();
  });
  run.on("response", (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    if (status !== round.status) wrong += 1;
  });
  const [{ errors }] = (await once(run, "done")) as [autocannon.Result];
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const sorted = Float64Array.from(times).sort();
  const figures: Figures = {
    perSecond: (times.length / elapsed) * 1000,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    errors: errors + wrong,
    busy: (user + system) / 1000 / elapsed,
  };
  process.send?.(figures);
});
process.once("disconnect", () => process.exit());

function deal<T>(items: readonly T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => {
    const own = items.filter((_item, index) => index % hands === hand);
    return own.length > 0 ? own : [...items];
  });
}

function prepare({ method, path, headers, body }: BenchRequest): autocannon.Request {
  if (body === undefined) return { method, path, headers };
  const unique = (request: autocannon.Request): autocannon.Request => {
    count += 1;
    return { ...request, body: body.replaceAll("{unique}", `${process.pid}-${count}`) };
  };
  return { method, path, headers, body, setupRequest: unique };
}
