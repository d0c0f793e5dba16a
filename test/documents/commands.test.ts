/** Runs every command block of the README and the documents, as a reader would, against a real server. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INHERITED, JOURNEY_MS, type Server, serve } from "../journeys/processes.ts";
import { createClient } from "../setup/client.ts";
import { makeFeed } from "../setup/feeds.ts";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { blocksOf, isUnlabelledCommand } from "./blocks.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLI = path.join(ROOT, "src/cli.ts");

/** Blocks that are run by another test, and which one: they set up or replace whole servers. */
const ELSEWHERE: readonly (readonly [command: string, file: string])[] = [
  ["npm ci && npm start", "test/browser/firstrun.test.ts"],
  ["npm ci && npm test", ".ci/run"],
  ["npx longwave demo", "test/journeys/demo.test.ts"],
  ["npx longwave serve --role worker", "test/documents/scale.test.ts"],
  ["npm pack", "test/packages/npm.test.ts"],
  ["npm rebuild", "test/packages/npm.test.ts"],
  ["systemctl daemon-reload", "test/packages/systemd.test.ts"],
  ["runuser -u longwave", "test/packages/systemd.test.ts"],
  ["docker compose", "test/deploy/files.test.ts"],
];

/** The README comes first: it creates what the others use. The ads of the short guide are the first, too. */
const FIRST = ["README.md", "docs/guides/run-ads.md"];

/** Those who ask for a password get it; addresses of examples become the server's; dates lie ahead. */
function adapted(text: string): string {
  return text
    .replaceAll(/(user create .*)/g, "$1 --password-stdin <<< 'engine no 1'")
    .replaceAll(
      "https://example.org/feed.xml",
      `${site.url}/show/2/episodes/feed --allow-private-addresses`,
    )
    .replaceAll("http://127.0.0.1:8080", site.url)
    .replaceAll("/mnt/backups", path.join(site.folder, "backups"))
    .replaceAll("/srv/longwave", path.join(site.folder, "restored"))
    .replaceAll("2026-12-01", inDays(30))
    .replaceAll("2026-12-31", inDays(60));
}

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const site = { url: "", folder: "", token: "", draft: "" };
let server: Server;

beforeAll(async () => {
  site.folder = await mkdtemp(path.join(os.tmpdir(), "longwave-documents-"));
  await fillFolder(site.folder);
  server = await serve({ DATA_DIR: path.join(site.folder, "data") });
  site.url = server.url;
}, JOURNEY_MS);

afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
});

/** What the reader has at hand: files, and `npx` and `curl`, which fails if the server refuses. */
async function fillFolder(folder: string): Promise<void> {
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  await mkdir(path.join(folder, "feeds"));
  const programs = {
    npx: `shift; exec "${process.execPath}" "${CLI}" "$@"`,
    // Audio is ready a moment after its upload.
    curl: `case "$*" in *play.mp3*) again="--retry 40 --retry-delay 1 --retry-all-errors";; esac
exec /usr/bin/curl --silent --show-error --fail-with-body $again "$@"`,
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  const picture = await makePicture({ width: 800, height: 800 });
  for (const name of ["cover.jpg", "train.jpg"]) await writeFile(path.join(folder, name), picture);
  const logo = await makePicture({ width: 400, height: 400, format: "png" });
  await writeFile(path.join(folder, "logo.png"), logo);
  for (const name of [
    "episode.m4a",
    "vienna.wav",
    "night-trains.wav",
    "second.wav",
    "second-v2.wav",
  ])
    await makeSound({ folder, name, seconds: 5 });
  await writeFile(path.join(folder, "imprint.txt"), "Harbour Radio\nQuay 1\nHamburg\n");
  await writeFile(path.join(folder, "feed.xml"), makeFeed({}));
  await writeFile(path.join(folder, "feeds/one.xml"), makeFeed({ title: "Another one" }));
}

/** Runs the blocks of a document as one script that ends at the first failure. */
async function runDocument(file: string): Promise<void> {
  const blocks = (await blocksOf(path.join(ROOT, file))).filter(
    ({ language, text }) =>
      language === "sh" && !ELSEWHERE.some(([command]) => text.includes(command)),
  );
  const script = blocks.map(({ line, text }) => `echo "${file}:${line}" >&2\n${adapted(text)}`);
  const child = promisify(execFile)(
    "bash",
    ["--norc", "-euo", "pipefail", "-c", script.join("\n")],
    {
      cwd: site.folder,
      env: {
        ...INHERITED,
        PATH: `${path.join(site.folder, "bin")}:${INHERITED.PATH}`,
        DATA_DIR: path.join(site.folder, "data"),
        API: `${site.url}/v2`,
        TOKEN: site.token,
        SHOW: "1",
        // A draft takes chapters and cuepoints of any length.
        EPISODE: file.endsWith("chapters-and-cuepoints.md") ? site.draft : "1",
      },
    },
  );
  child.child.stdin?.end();
  await child.catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}\n${stderr}`);
  });
}

/** After the README: a second person, two reported messages, a draft. */
async function addPeople(): Promise<void> {
  const token = async (user: string) => {
    const made = await promisify(execFile)(
      process.execPath,
      [CLI, "token", "create", "--user", user],
      { env: { ...INHERITED, DATA_DIR: path.join(site.folder, "data") } },
    );
    return made.stdout.trim();
  };
  await promisify(execFile)(
    "bash",
    [
      "-c",
      `"${process.execPath}" "${CLI}" user create --username ben --email ben@example.org --fullname Ben --password-stdin <<< 'engine no 2'`,
    ],
    { env: { ...INHERITED, DATA_DIR: path.join(site.folder, "data") } },
  );
  site.token = await token("ada");
  const [ada, ben] = [
    createClient(site.url, site.token),
    createClient(site.url, await token("ben")),
  ];
  for (const text of ["Lovely", "Buy this"]) {
    const { response } = await ben.post("/v2/episodes/1/messages", { text });
    await ada.post(`/v2/episodes/1/messages/${response.message.message_id}/report-abuse`, {});
  }
  const { response } = await ada.post("/v2/episodes/drafts", { show_id: 1, title: "A long one" });
  site.draft = String(response.episode.episode_id);
}

const files = globSync("docs/**/*.md", { cwd: ROOT }).toSorted();
const documents: string[] = [...FIRST];
for (const file of files)
  if (
    !FIRST.includes(file) &&
    (await blocksOf(path.join(ROOT, file))).some(({ language }) => language === "sh")
  )
    documents.push(file);

test.for(documents)("%s", { timeout: JOURNEY_MS }, async (file) => {
  await runDocument(file);
  if (file === FIRST[0]) await addPeople();
});

test.for(["README.md", ...files])("%s labels its commands", async (file) => {
  expect((await blocksOf(path.join(ROOT, file))).filter(isUnlabelledCommand)).toEqual([]);
});

test("what is run elsewhere is in a test", async () => {
  const all = (
    await Promise.all([...documents].map((file) => readFile(path.join(ROOT, file), "utf8")))
  ).join();
  for (const [command, file] of ELSEWHERE) {
    expect(all).toContain(command);
    await readFile(path.join(ROOT, file));
  }
});
