/** Tests the TypeScript client as a package: packed, installed in an empty folder, type-checked and run there. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorld } from "../setup/world.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLIENT = path.join(ROOT, "clients/typescript");
const run = promisify(execFile);
const world = useWorld();
/** Runs the compiler in `folder`; what it complains about is the error. */
async function compile(...options: string[]): Promise<void> {
  const compiler = path.join(ROOT, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, ...options], { cwd: folder }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
}

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp("/var/tmp/longwave-client-");
  await compile("-p", CLIENT);
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: CLIENT,
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await writeFile(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], {
    cwd: folder,
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(path.join(CLIENT, "dist"), { recursive: true, force: true });
});

test("it brings nothing else along", async () => {
  const installed = await readdir(path.join(folder, "node_modules"));
  expect(installed.filter((name) => !name.startsWith("."))).toEqual(["longwave-client"]);
});

const PROGRAM = `
import { createLongwave, each, type Episode } from "longwave-client";

declare const process: { env: Record<string, string | undefined> };
const { SERVER: server = "", TOKEN: token = "" } = process.env;
const longwave = createLongwave({ server, token });
const { show } = await longwave.createShow({ title: "Packed", language: "en" });
const draft = await longwave.createEpisodeDraft({ show_id: show.show_id, title: "Draft" });
const episode: Episode = draft.episode;
for await (const { title } of each(longwave, "listShowEpisodes", { show_id: show.show_id, filter: "editable" }))
  console.log(title, episode.episode_id > 0);
// @ts-expect-error: the title must be text.
const wrong = () => longwave.createShow({ title: 1, language: "en" });
if (typeof wrong !== "function") throw new Error();
`;

test("a program type-checks against it, with the platform's types alone, and runs", async () => {
  const file = path.join(folder, "program.ts");
  await writeFile(file, PROGRAM);
  const strict = ["--strict", "--module", "nodenext", "--target", "es2022"];
  await compile(...strict, "--lib", "es2022,dom", "--noEmit", file);
  const { token } = await world.person();
  const env = { ...process.env, SERVER: world.baseUrl, TOKEN: token };
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
  expect(stdout).toBe("Draft true\n");
});

test("openapi-typescript turns the description into types with the same names", async () => {
  // It needs an older compiler than the repository's, so it is installed beside it.
  const own = path.join(folder, "other");
  await run("mkdir", [own]);
  await writeFile(path.join(own, "package.json"), '{ "private": true }');
  const needed = ["openapi-typescript@7.13.0", "typescript@5.9.3"];
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...needed], {
    cwd: own,
  });
  const bin = path.join(own, "node_modules/openapi-typescript/bin/cli.js");
  const api = path.join(own, "api.ts");
  const from = path.join(ROOT, "openapi.json");
  await run(process.execPath, [
    bin,
    from,
    "-o",
    api,
    "--root-types",
    "--root-types-no-schema-prefix",
  ]);
  await writeFile(
    path.join(own, "use.ts"),
    `import type { Episode, LineItemStatusEvent, Show, operations } from "./api.ts";
export type Input = operations["createShow"]["requestBody"];
export const titles = (show: Show, episode: Episode) => [show.title, episode.title];
export const kind = (event: LineItemStatusEvent) => event.type;
`,
  );
  const loose = ["--module", "nodenext", "--target", "es2022", "--allowImportingTsExtensions"];
  await compile("--strict", ...loose, "--noEmit", path.join(own, "use.ts"));
}, 240_000);
