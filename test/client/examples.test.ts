/** Tests that the client's examples run as their openers say. */
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { createLongwave } from "../../clients/typescript/src/index.ts";
import { publishBatch } from "../../src/features/distribution/events/jobs.ts";
import { eventually, freePort, runNode } from "../journeys/processes.ts";
import { createSender, LOCAL, makeWebhook } from "../setup/receiver.ts";
import { makeSound } from "../setup/sounds.ts";
import { useWorld } from "../setup/world.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../clients/typescript/examples");
const world = useWorld(LOCAL);

async function run(name: string, parameters: string[], env: Record<string, string>) {
  const LONGWAVE_SERVER = world.baseUrl;
  const ended = await runNode([path.join(EXAMPLES, name), ...parameters], {
    LONGWAVE_SERVER,
    ...env,
  }).ended;
  expect(ended.code, ended.stderr).toBe(0);
  return ended.stdout;
}

async function openShow() {
  const { token } = await world.person();
  const longwave = createLongwave({ server: world.baseUrl, token });
  const { show } = await longwave.createShow({ title: "Night Trains", language: "en" });
  return { longwave, show_id: show.show_id, env: { LONGWAVE_TOKEN: token } };
}

test("a folder is published once", async () => {
  const { longwave, show_id, env } = await openShow();
  const folder = await mkdtemp(path.join(world.deps.media.tmpDir, "folder-"));
  const sound = await makeSound({ folder: world.deps.media.tmpDir, seconds: 1 });
  await copyFile(sound, path.join(folder, "Across the border.wav"));
  await writeFile(path.join(folder, "notes.txt"), "Not audio.");
  expect(await run("publish-folder.ts", [folder, String(show_id)], env)).toContain(
    "Across the border",
  );
  expect(await run("publish-folder.ts", [folder, String(show_id)], env)).toBe("");
  const { items } = await longwave.listShowEpisodes({ show_id, filter: "editable" });
  expect(items.map(({ title }) => title)).toEqual(["Across the border"]);
});

test("statistics are mirrored to a CSV for each show", async () => {
  const { show_id, env } = await openShow();
  const folder = path.join(world.deps.media.tmpDir, `mirror-${show_id}`);
  await mkdir(folder);
  await run("mirror-statistics.ts", [folder, "2026-01-01", "2026-01-03"], env);
  expect(await readdir(folder)).toEqual([`${show_id}.csv`]);
  expect(await readFile(path.join(folder, `${show_id}.csv`), "utf8")).toContain("2026-01-02");
});

test("a new episode is posted to a chat", async () => {
  const { longwave, show_id, env } = await openShow();
  const fields = { show_id, type: "EXTERNAL", media_url: "https://media.example/a.mp3" } as const;
  await longwave.createEpisode({ ...fields, title: "Across the border" });
  // As the loop of a worker does.
  while ((await publishBatch(world.deps)) > 0);
  const posted: string[] = [];
  const chat = http.createServer(async (request, response) => {
    posted.push(Buffer.concat(await request.toArray()).toString());
    response.end();
  });
  await once(chat.listen(0, "127.0.0.1"), "listening");
  const CHAT_URL = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`;
  const printed = await run("new-episodes-to-chat.ts", ["0", "1"], { ...env, CHAT_URL });
  chat.close();
  expect(printed).toContain("Across the border");
  expect(posted.map((text) => JSON.parse(text).text)).toEqual([
    expect.stringMatching(/^New episode: Across the border http/),
  ]);
});

test("webhooks are received, verified and printed once", async () => {
  const ada = await world.person();
  const sender = createSender(world);
  await sender.hand();
  const port = await freePort();
  const { webhook_id, path: webhook, secret } = await makeWebhook(ada, `http://127.0.0.1:${port}/`);
  const receiving = runNode([path.join(EXAMPLES, "receive-webhooks.ts"), "2"], {
    WEBHOOK_SECRET: secret,
    PORT: port,
  });
  await eventually(async () => receiving.said.stderr.includes("listening"));
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  expect(forged.status).toBe(401);
  const made = await ada.api.post("/v2/shows", { title: "Night Trains", language: "en" });
  const { show_id } = made.response.show;
  await sender.hand();
  await sender.send(webhook_id);
  const [first] = (await ada.api.get(`${webhook}/deliveries`)).response.items;
  expect(first).toMatchObject({ state: "DELIVERED", status: 204 });
  await ada.api.post(`${webhook}/deliveries/${first.delivery_id}/replay`);
  await sender.send(webhook_id);
  await ada.api.post(`/v2/shows/${show_id}`, { title: "Day Trains" });
  await sender.hand();
  await sender.send(webhook_id);
  const { stdout } = await receiving.ended;
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t").slice(1)),
  ).toEqual([
    ["show.created", `{"title":"Night Trains","show_id":${show_id}}`],
    ["show.updated", `{"title":"Day Trains","show_id":${show_id}}`],
  ]);
});
