/** Two servers for journeys from one to the other: each with the user ada, and commands that reach them over their APIs. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { type Client, createClient } from "../setup/client.ts";
import { makePicture } from "../setup/pictures.ts";
import {
  type Ended,
  longwave,
  type Running,
  type Server,
  serve,
  start,
  useDataDir,
} from "./processes.ts";

/** Encoding on two servers beside other tests takes its time. */
export const MOST_MS = 300_000;

/** Which server: the first or the second. */
export type At = 0 | 1;

/** Opens the servers for all tests of a file, with a folder that both share. */
export function useTwoServers() {
  const folders = [useDataDir(), useDataDir()] as const;
  let servers: Server[] = [];
  let folder = "";
  let clients: Client[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "longwave-two-"));
    servers = await Promise.all(folders.map(({ dataDir }) => serve({ DATA_DIR: dataDir })));
    clients = servers.map(({ url }, at) => createClient(url, folders[at]?.token ?? ""));
  }, MOST_MS);
  afterAll(async () => {
    for (const { kill } of servers) kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  }, MOST_MS);

  const url = (at: At): string => servers[at]?.url ?? "";
  /** Starts a command as on a machine without a server: the folder of its data does not exist. */
  const begin = (at: At, words: readonly string[], token = folders[at].token): Running =>
    start(["--server", url(at), ...words], {
      DATA_DIR: "/nowhere",
      HOME: folder,
      LONGWAVE_TOKEN: token,
    });
  const remote = (at: At, words: readonly string[], token?: string): Promise<Ended> =>
    begin(at, words, token).ended;
  return {
    url,
    begin,
    /** Runs a command to its end, for ada unless a token says otherwise. */
    remote,
    folder: () => folder,
    inFolder: (name: string) => path.join(folder, name),
    api: (at: At): Client => clients[at] as Client,
    /** Runs a command that must succeed and say nothing on stderr; returns what it prints. */
    async done(at: At, ...words: string[]): Promise<string> {
      const { code, stdout, stderr } = await remote(at, words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    },
    /** Runs a command on the machine of a server. */
    async local(at: At, ...words: string[]): Promise<string> {
      const { code, stdout, stderr } = await longwave(words, { DATA_DIR: folders[at].dataDir });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return stdout;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses freely; the server has validated their shape
export async function ok(reply: ReturnType<Client["post"]>): Promise<any> {
  const { status, text, response } = await reply;
  expect(status, text).toBe(200);
  return response;
}

/** A picture as a form sends it. */
export const picture = async (width: number, height: number) =>
  new File([await makePicture({ width, height })], "cover.jpg");
