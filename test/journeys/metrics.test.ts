/** Tests what operators see of a running server: its metrics, and that docs and dashboards name only those. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { allMetrics } from "../../src/app/metrics.ts";
import { freePort, JOURNEY_MS, said, serve, start, useDataDir } from "./processes.ts";

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

/** The queries of the dashboard, by the titles of their panels. */
const panels = () => {
  const { panels } = JSON.parse(fileOf("deploy/grafana/longwave.json")) as {
    panels: { title: string; type: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ place: title, expr })),
  );
};

/** The alerts, by their names. */
const alerts = () =>
  fileOf("deploy/prometheus/alerts.yml")
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const field = (name: string) => new Map(linesOf(text)).get(name) ?? "";
      return {
        place: text.split("\n", 1)[0] ?? "",
        expr: field("expr"),
        severity: field("severity"),
        summary: field("summary"),
        action: field("action"),
      };
    });
const linesOf = (text: string): [string, string][] =>
  [...text.matchAll(/^ +(\w+): (.+)$/gm)].map(([, name = "", value = ""]) => [name, value]);

/** What is wrong with the names and labels of a query. */
function faultsOf({ place, expr }: { place: string; expr: string }): string[] {
  const names = [...expr.matchAll(/\b(?:up|(?:longwave|http|process|nodejs)_\w+)/g)];
  const unknown = names
    .map(([name]) => name)
    .filter((name) => name !== "up" && !types.has(name) && !isSeriesOfHistogram(name));
  const labels = declaredLabels();
  const used = [
    ...[...expr.matchAll(/[{,]\s*(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, ...both]) => both),
    ...[...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
      list.split(", ").map((label) => [label, ""]),
    ),
  ];
  const bad = used.filter(([label = "", value = ""]) => {
    const values = labels.get(label);
    if (values === undefined) return true;
    return values.size > 0 && value !== "" && !values.has(value);
  });
  return [...unknown, ...bad.map(String)].map((fault) => `${place}: ${fault}`);
}

const isSeriesOfHistogram = (name: string): boolean =>
  types.get(name.replace(/_(bucket|sum|count)$/, "")) === "histogram";

/** The labels of all metrics with their values; no values: any. */
function declaredLabels(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const name of ["instance", "job", "le"]) all.set(name, new Set());
  for (const { labels = {} } of allMetrics.flatMap(({ metrics }) => metrics))
    for (const [name, values] of Object.entries(labels)) {
      const list = typeof values === "string" ? [] : values;
      const known = all.get(name);
      all.set(name, new Set(known?.size === 0 ? [] : [...(known ?? []), ...list]));
    }
  return all;
}

test("the dashboard shows only metrics and labels that exist, in its seven rows", () => {
  const { panels: all } = JSON.parse(fileOf("deploy/grafana/longwave.json"));
  const rows = (all as { type: string; title: string }[]).filter(({ type }) => type === "row");
  expect(rows.map(({ title }) => title)).toEqual([
    "Listeners",
    "Delivery",
    "Ads",
    "Counting",
    "Jobs",
    "Database",
    "Machine",
  ]);
  expect(panels().length).toBeGreaterThan(25);
  expect(panels().flatMap(faultsOf)).toEqual([]);
});

test("the search for faults of a query finds them", () => {
  const wrong = 'sum by (user) (rate(longwave_playz_total{outcome="pined"}[5m]))';
  expect(faultsOf({ place: "A", expr: wrong })).toHaveLength(3);
});

test("alerts use only metrics that exist, and each says what to do", () => {
  expect(alerts().length).toBeGreaterThan(8);
  expect(alerts().flatMap(faultsOf)).toEqual([]);
  for (const { place, expr, severity, summary, action } of alerts()) {
    expect(place).toMatch(/^Longwave[A-Z]\w+$/);
    expect([expr, place].every((text) => text !== "")).toBe(true);
    expect(severity).toMatch(/^(page|ticket)$/);
    expect(summary).toMatch(/^".+\."$/);
    expect(action).toMatch(/^".{30,}\."$/);
  }
});

test(
  "a worker serves its metrics and health on a port of their own",
  async () => {
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
  },
  JOURNEY_MS,
);
