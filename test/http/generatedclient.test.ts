/** Tests that a client generated from openapi.json reads, writes and uploads. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { useWorld } from "../setup/world.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const world = useWorld();

type Answer = { status: number; data: { response: Record<string, Record<string, unknown>> } };
type Call = (...given: unknown[]) => Promise<Answer>;
let folder = "";
let client: Record<string, Call> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-client-"));
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  const file = path.join(folder, "client.ts");
  const generator = path.join(ROOT, "node_modules/.bin/oazapfts");
  await promisify(execFile)(generator, [path.join(ROOT, "openapi.json"), file]);
  client = await import(file);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const call = (name: string, ...given: unknown[]): Promise<Answer> => {
  const found = client[name];
  if (found === undefined) throw new Error(`The generated client has no ${name}.`);
  return found(...given);
};

test("it creates a show with a cover, uploads an episode and reads both", async () => {
  const ada = await world.person();
  const options = {
    baseUrl: world.baseUrl,
    headers: { authorization: `Bearer ${ada.token}` },
  };
  const image_file = new File([await makePicture({ width: 500, height: 500 })], "cover.png");
  const made = await call(
    "createShow",
    { title: "Night Trains", language: "en", image_file },
    {},
    options,
  );
  expect(made).toMatchObject({
    status: 200,
    data: { response: { show: { title: "Night Trains" } } },
  });
  const { show_id, image_url } = made.data.response.show ?? {};
  expect(image_url).toMatch(/^http/);
  const sound = await readFile(await makeSound({ folder, seconds: 1 }));
  const media_file = new File([sound], "episode.wav");
  const sent = await call(
    "createEpisode",
    show_id,
    { title: "Across the border", media_file, description: "By night." },
    {},
    options,
  );
  expect(sent).toMatchObject({
    status: 200,
    data: { response: { episode: { title: "Across the border", encoding_status: "PENDING" } } },
  });
  const { episode_id } = sent.data.response.episode ?? {};
  const read = await call("getEpisode", episode_id, {}, options);
  expect(read.data.response.episode).toMatchObject({ description: "By night." });
  const refused = await call("createShow", { title: "Hm", language: "en" }, {}, options);
  expect(refused).toMatchObject({ status: 400 });
});
