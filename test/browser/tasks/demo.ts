/** A server with the data of `longwave demo`, which a test run makes once. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import {
  eventually,
  longwave,
  removeDataDir,
  type Server,
  serve,
} from "../../journeys/processes.ts";
import { type Client, createClient } from "../../setup/client.ts";
import { signIn } from "../../setup/session.ts";

const ROLES = ["creator", "ad_manager", "analyst", "listener", "admin"] as const;
export type Role = (typeof ROLES)[number];

type Printed = Readonly<{
  accounts: readonly Readonly<{ role: Role; username: string; password: string }>[];
  show_id: number;
  episode_id: number;
  campaign_id: number;
}>;

export type Demo = Printed &
  Readonly<{
    url: string;
    /** Calls the API as the person with this role. */
    api: (role: Role) => Promise<Client>;
    /** The cookie of a browser in which the person is signed in. */
    cookieOf: (role: Role) => Promise<string>;
  }>;

/** Four episodes of each of the twelve shows, and a fortnight of listeners. */
const SMALL = ["--episodes", "48", "--days", "14", "--downloads", "80"];
/** Sounds are made, encoded and listened to, beside other tests. */
const MAKING_MS = 300_000;

/** Tests serve feeds and their audio from this machine. */
const SERVED = { RATE_LIMIT: "0", LOG_LEVEL: "silent", OUTBOUND_PRIVATE: "127.0.0.0/8" };

/** Starts a server for the tests of a file, on its own copy of the demo. */
export function useDemo(): Demo {
  const demo = {} as Demo;
  const opened: { server?: Server; dataDir?: string } = {};
  beforeAll(async () => {
    const made = await findDemo();
    const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-tasks-"));
    const dataDir = path.join(folder, "data");
    // Unlike fs.cp it keeps the owners.
    await promisify(execFile)("cp", ["-a", path.join(made, "data"), dataDir]);
    opened.dataDir = dataDir;
    opened.server = await serve({ ...SERVED, DATA_DIR: dataDir });
    const printed: Printed = JSON.parse(await readFile(path.join(made, "demo.json"), "utf8"));
    Object.assign(demo, printed, ways(printed, dataDir, opened.server.url));
  }, MAKING_MS);
  afterAll(async () => {
    opened.server?.kill("SIGTERM");
    await opened.server?.ended;
    if (opened.dataDir !== undefined) await removeDataDir(opened.dataDir);
  });
  return demo;
}

function ways({ accounts }: Printed, dataDir: string, url: string) {
  const accountOf = (role: Role) => {
    const found = accounts.find((one) => one.role === role);
    if (found === undefined) throw new Error(`the demo has no ${role}`);
    return found;
  };
  return {
    url,
    api: kept(async (role) => {
      const args = ["token", "create", "--user", accountOf(role).username];
      const { code, stdout, stderr } = await longwave(args, { DATA_DIR: dataDir });
      if (code !== 0) throw new Error(stderr);
      return createClient(url, stdout.trim());
    }),
    cookieOf: kept(async (role) => {
      const { username, password } = accountOf(role);
      return (await signIn(url, username, password)).cookie;
    }),
  };
}

/** Makes a thing once for each role. */
function kept<T>(make: (role: Role) => Promise<T>): (role: Role) => Promise<T> {
  const made = new Map<Role, Promise<T>>();
  return (role) => {
    const found = made.get(role) ?? make(role);
    made.set(role, found);
    return found;
  };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The folder with the demo of this run; files of tests that run at the same time wait for the first. */
async function findDemo(): Promise<string> {
  const folder = path.join(os.tmpdir(), "longwave-demo");
  const making = `${folder}-making`;
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  );
  if (isFirst)
    await makeDemo(making, folder).catch(async (error) => {
      await rm(making, { recursive: true, force: true });
      throw error;
    });
  await eventually(() => exists(folder), MAKING_MS);
  return folder;
}

async function makeDemo(making: string, folder: string): Promise<void> {
  const work = await mkdtemp(path.join(making, "demo-"));
  const env = { DATA_DIR: path.join(work, "data") };
  const { code, stdout, stderr } = await longwave(["demo", "--json", ...SMALL], env);
  if (code !== 0) throw new Error(stderr);
  await writeFile(path.join(work, "demo.json"), stdout);
  await rename(work, folder);
}
