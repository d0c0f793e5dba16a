/** Prepares the soak: a demo network, tokens of its people, and what they have made. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { RATE, wavOf } from "../../src/demo/sound/wav.ts";
import type { Place } from "./kinds.ts";

const CLI = path.join(import.meta.dirname, "../../src/cli.ts");

type Demo = Readonly<{
  accounts: readonly Readonly<{ role: string; username: string }>[];
  campaign_id: number;
}>;

async function longwave(dataDir: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    env,
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

/** Fills the empty `dataDir` with the demo; returns its description. */
export async function makeDemo(dataDir: string, args: readonly string[]): Promise<Demo> {
  return JSON.parse(await longwave(dataDir, ["demo", "--json", ...args])) as Demo;
}

export const readDemo = async (file: string): Promise<Demo> =>
  JSON.parse(await readFile(file, "utf8")) as Demo;

/** What `demo` has made on the server at `url`. */
export async function openPlace(url: string, dataDir: string, demo: Demo): Promise<Place> {
  const tokenOf = async (role: string) => {
    const { username = "" } = demo.accounts.find((account) => account.role === role) ?? {};
    return (await longwave(dataDir, ["token", "create", "--user", username])).trim();
  };
  const creator = await tokenOf("creator");
  const adManager = await tokenOf("ad_manager");
  const items = async <T>(path: string, token: string): Promise<T[]> => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${answer.status} ${path}`);
    return ((await answer.json()) as { response: { items: T[] } }).response.items;
  };
  const shows = (
    await items<{ show_id: number }>("/v2/users/me/shows?filter=editable&limit=50", creator)
  ).map(({ show_id }) => show_id);
  const episodes = (
    await Promise.all(
      shows.map((show_id) =>
        items<{ episode_id: number; encoding_status?: string }>(
          `/v2/shows/${show_id}/episodes?limit=50`,
          creator,
        ),
      ),
    )
  ).flat();
  const lineitems = await items<{ lineitem_id: number }>(
    `/v2/lineitems?campaign_id=${demo.campaign_id}`,
    adManager,
  );
  return {
    url,
    shows,
    episodes: episodes.map(({ episode_id }) => episode_id),
    lineitems: lineitems.map(({ lineitem_id }) => lineitem_id),
    campaign_id: demo.campaign_id,
    creator,
    adManager,
    sound: new Blob([wavOf(makeTone())], { type: "audio/wav" }),
  };
}

const SECONDS = 30;

const makeTone = (): Float32Array =>
  Float32Array.from({ length: SECONDS * RATE }, (_, at) => Math.sin((at / RATE) * 440 * Math.PI));
