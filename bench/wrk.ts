/** A load generator that takes about a tenth of what load.ts takes: wrk, where it is installed. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { BenchRequest } from "./exchange.ts";
import type { Figures, Round } from "./load.ts";
import type { Generator } from "./processes.ts";

export const hasWrk = (): boolean => spawnSync("wrk", ["-v"]).error === undefined;

/** What the script's `done` prints in its last line; `processor` in seconds, latencies in ms. */
type Printed = Readonly<{
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  errors: number;
  processor: number;
}>;

/** Sends the requests of a round in turns, whichever connection is free. Statuses of 400 and above are errors. */
export async function startWrk(): Promise<Generator> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-wrk-"));
  const script = path.join(folder, "requests.lua");
  return {
    async drive({ url, requests, connections, seconds }: Round): Promise<Figures> {
      await writeFile(script, scriptFor(requests));
      // One thread: several would not share the turn. The default timeout of 2 s counts slow responses as errors.
      const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "60s", "-s", script];
      const { stdout } = await promisify(execFile)("wrk", [...args, url]);
      const printed: Printed = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
      return {
        perSecond: printed.requests / printed.seconds,
        p50: printed.p50,
        p99: printed.p99,
        errors: printed.errors,
        busy: printed.processor / printed.seconds,
      };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** All requests are formatted before the first is sent. `os.clock` is the processor time of the process. */
const scriptFor = (requests: readonly BenchRequest[]): string => `
local requests = {}
local at = 0
function init()
${requests.map((request) => `  requests[#requests + 1] = ${formatted(request)}`).join("\n")}
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\\n{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"errors":%d,"processor":%f}\\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    os.clock()
  ))
end
`;

/** Strings of JSON are strings of Lua as long as they are ASCII without control characters, as heads are. */
const formatted = ({ method, path, headers }: BenchRequest): string => {
  const fields = Object.entries(headers).map(
    ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  return `wrk.format(${JSON.stringify(method)}, ${JSON.stringify(path)}, {${fields.join(", ")}})`;
};
