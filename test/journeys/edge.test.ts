/** Tests what a server reports to its operator: its address, untrusted proxies, and always in JSON. */
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { eventually, JOURNEY_MS, longwave, serve, useDataDir } from "./processes.ts";

const ada = useDataDir();
const timeout = { timeout: JOURNEY_MS };

const linesOf = (stderr: string) => stderr.split("\n").filter((line) => line !== "");

test(
  "commands beside a server print its address, and otherwise print where it would be",
  timeout,
  async () => {
    const DATA_DIR = ada.dataDir;
    const create = async (name: string, env = {}) => {
      const args = ["organization", "create", "--name", name, "--owner", "ada"];
      const { stdout, stderr } = await longwave(args, { DATA_DIR, ...env });
      expect(stderr).toBe("");
      return new URL(JSON.parse(stdout).site_url).origin;
    };
    const server = await serve({ DATA_DIR, HOST: "0.0.0.0" });
    const { port } = new URL(server.url);
    expect(await create("One")).toBe(`http://localhost:${port}`);
    expect(await create("Two", { PUBLIC_URL: "https://pods.example" })).toBe(
      "https://pods.example",
    );
    server.kill("SIGKILL");
    await server.ended;
    expect(await create("Three", { PORT: "8123" })).toBe("http://localhost:8123");
    const next = await serve({ DATA_DIR });
    expect(await readdir(`${DATA_DIR}/servers`)).toEqual([`${next.pid}.json`]);
    next.kill("SIGTERM");
    await next.ended;
    expect(await readdir(`${DATA_DIR}/servers`)).toEqual([]);
  },
);

test("an untrusted proxy is reported once, and by the doctor", timeout, async () => {
  const DATA_DIR = ada.dataDir;
  const doctor = async () => {
    const { stdout } = await longwave(["doctor", "--json"], { DATA_DIR });
    const findings = JSON.parse(stdout) as { check: string; good: boolean; says: string }[];
    return findings.find(({ check }) => check === "proxy");
  };
  const server = await serve({ DATA_DIR, LOG_LEVEL: "warn" });
  expect(await doctor()).toMatchObject({ good: true, says: "none is trusted" });
  for (const path of ["/v2/explore/lists", "/health/live", "/media/r/x"])
    await fetch(server.url + path, { headers: { "x-forwarded-for": "203.0.113.9" } });
  const told = await eventually(async () => {
    const finding = await doctor();
    return finding?.good === false && finding;
  });
  expect(told.says).toContain("set TRUST_PROXY");
  const warnings = linesOf(server.said.stderr).filter((line) => line.includes("TRUST_PROXY"));
  expect(warnings).toHaveLength(1);
  server.kill("SIGTERM");
  await server.ended;

  const trusting = await serve({ DATA_DIR, LOG_LEVEL: "warn", TRUST_PROXY: "1" });
  await fetch(trusting.url, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await doctor()).toMatchObject({ good: true });
  trusting.kill("SIGTERM");
  expect((await trusting.ended).stderr).toBe("");
});

/** Warns as libraries may: by Node, by the console, by the stream, and from a worker thread. */
const NOISE = `
  import { Worker } from "node:worker_threads";
  const warn = 'process.emitWarning("of a thread"); console.error("said by a thread");';
  setTimeout(() => {
    process.emitWarning("old way", "DeprecationWarning", "DEP9999");
    console.warn("two\\nlines");
    process.stderr.write("half a line");
    new Worker(warn, { eval: true });
  }, 5000);
`;

test("the log stays JSON whatever Node and libraries write", timeout, async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(NOISE)}`;
  const server = await serve({ DATA_DIR: ada.dataDir, LOG_LEVEL: "warn", NODE_OPTIONS });
  await eventually(async () => server.said.stderr.includes("said by a thread"));
  server.kill("SIGTERM");
  const { code, stderr } = await server.ended;
  expect(code).toBe(0);
  for (const line of linesOf(stderr)) expect(JSON.parse(line)).toHaveProperty("level");
  for (const words of ["old way", "two", "half a line", "of a thread", "said by a thread"])
    expect(stderr).toContain(words);
});
