/** Tests that the shipped files for containers and systemd name files and settings that exist. No engine runs here. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { environment, loadConfig } from "../../src/config.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DOCKER = path.join(ROOT, "deploy/docker");
const read = (...file: string[]) => readFileSync(path.join(ROOT, ...file), "utf8");

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  network_mode?: string;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

/** What a user might put into `.env`. */
const VARIABLES: Record<string, string> = {
  PUBLIC_URL: "https://pods.example.org",
  POSTGRES_PASSWORD: "pass1",
  S3_SECRET: "secret2",
  CLICKHOUSE_PASSWORD: "pass3",
};
const substituted = (text: string) =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?)\}/g,
    (_, name: string, otherwise?: string) => VARIABLES[name] ?? otherwise ?? "missing",
  );

const compose = (name: string): Compose =>
  parse(substituted(read("deploy/docker", name)), { merge: true });
const FILES = ["compose.yaml", "compose.full.yaml"];

test.each(FILES)("%s only sets what Longwave reads, to values that it accepts", (name) => {
  const own = Object.values(compose(name).services).filter(({ build }) => build !== undefined);
  expect(own.length).toBeGreaterThan(0);
  for (const { environment: settings = {} } of own) {
    const unknown = Object.keys(settings).filter((key) => !Object.hasOwn(environment.shape, key));
    expect(unknown).toEqual([]);
    expect(loadConfig(settings).publicUrl).toBe("https://pods.example.org");
  }
});

test.each(FILES)("%s names services, volumes and files that exist", (name) => {
  const { services, volumes } = compose(name);
  for (const service of Object.values(services)) {
    const { build, depends_on = {}, network_mode, command = [] } = service;
    const needed = [...Object.keys(depends_on), ...(network_mode?.split(":").slice(1) ?? [])];
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    for (const place of (service.volumes ?? []).map((text) => text.split(":")[0] ?? ""))
      if (!place.startsWith(".")) expect(Object.keys(volumes)).toContain(place);
      // Certificates are the operator's.
      else if (place !== "./certificates")
        expect(existsSync(path.join(DOCKER, place)), place).toBe(true);
    if (build !== undefined)
      expect(existsSync(path.join(DOCKER, build.context, build.dockerfile))).toBe(true);
    for (const file of command.filter((word) => word.startsWith("/app/"))) expectSource(file);
  }
});

/** Expects a program of the image to be built from a file of the sources. */
const expectSource = (file: string) =>
  expect(existsSync(path.join(ROOT, file.replace("/app/", "").replace(/\.js$/, ".ts")))).toBe(true);

test("the Dockerfile copies files that exist and that it does not ignore", () => {
  const text = read("deploy/docker/Dockerfile");
  const admitted = read("deploy/docker/Dockerfile.dockerignore").match(/^!.+$/gm) ?? [];
  for (const file of admitted.map((line) => line.slice(1)))
    expect(existsSync(path.join(ROOT, file)), file).toBe(true);
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  expect(copied).toContain("package-lock.json");
  for (const file of copied.filter((name) => name !== "."))
    expect(admitted.map((line) => line.slice(1))).toContain(file);
  for (const [file] of text.matchAll(/\/app\/[\w./]+\.js/g)) expectSource(file);
});

test("the units differ in role and folder only, and start a program of the package", () => {
  const units = ["", "-web", "-worker"].map((role) => {
    const text = read(`deploy/systemd/longwave${role}.service`);
    const program = /longwave\/dist\/(\S+)\.js/.exec(text)?.[1];
    expect(existsSync(path.join(ROOT, `${program}.ts`))).toBe(true);
    const body = text.slice(text.indexOf("After="));
    return body
      .replace(/ --role (web|worker)$/m, "")
      .replaceAll(/longwave-(web|worker)/g, "longwave");
  });
  expect(new Set(units).size).toBe(1);
});

test("every file for operators is mentioned in the guide", () => {
  const guide = read("docs/guides/install.md");
  const files = globSync("deploy/{caddy,docker,nginx,systemd}/*", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(5);
  const absent = files.filter(
    (file) => !file.endsWith(".dockerignore") && !guide.includes(path.basename(file)),
  );
  expect(absent).toEqual([]);
});
