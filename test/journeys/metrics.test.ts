/** Tests what operators see of a running server: its metrics, and that docs and dashboards name only those. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { freePort, said, serve, start, useDataDir } from "./processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ada = useDataDir();

/** The metrics of a server that has just started, and their types. */
let types = new Map<string, string>();
beforeAll(async () => {
  const server = await serve({ DATA_DIR: ada.dataDir });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
});

const fileOf = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");

/** Metrics of the library, which the page describes by their prefixes. */
const isOfProcess = (name: string): boolean => /^(process|nodejs)_/.test(name);

test("docs/metrics.md lists exactly the metrics of a server", () => {
  const rows = [...fileOf("docs/metrics.md").matchAll(/^\| `(\w+)` \| (\w+) \|/gm)];
  const documented = rows.map(([, name, type]) => `${name} ${type}`);
  const own = [...types].filter(([name]) => !isOfProcess(name));
  expect(documented.toSorted()).toEqual(own.map((both) => both.join(" ")).toSorted());
  const named = [...fileOf("docs/metrics.md").matchAll(/`((?:process|nodejs)_\w+)`/g)];
  expect(named.map(([, name = ""]) => name).filter((name) => !types.has(name))).toEqual([]);
});

test("names follow Prometheus' conventions", () => {
  const own = [...types].filter(([name]) => !isOfProcess(name));
  const bad = own.filter(([name, type]) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return true;
    if (type === "counter") return !name.endsWith("_total");
    return name.endsWith("_total") || (type === "histogram" && !name.endsWith("_seconds"));
  });
  expect(bad).toEqual([]);
});

test("a worker serves its metrics and health on a port of their own", async () => {
  const site = start(["serve", "--role", "worker"], {
    DATA_DIR: ada.dataDir,
    METRICS_PORT: await freePort(),
  });
  const url = await said(site, /metrics are at (\S+)/);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toMatch(/^longwave_job_runs_total\{job="apply-journals",outcome="failed"\} 0$/m);
  expect(text).toMatch(/^longwave_encoded_audio_seconds_total 0$/m);
  expect((await fetch(`${url}/v2/shows/1`)).status).toBe(404);
  site.kill("SIGTERM");
  expect((await site.ended).code).toBe(0);
});
