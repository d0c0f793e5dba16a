/** A task of creators on the demo: an episode published from a file. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { makeSound } from "../../setup/sounds.ts";
import { type Stage, useTasks } from "./task.ts";

const task = useTasks();
const made = { folder: "", sound: "" };
beforeAll(async () => {
  made.folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sound-"));
  made.sound = await makeSound({ folder: made.folder, seconds: 12, kind: "speech" });
});
afterAll(() => rm(made.folder, { recursive: true, force: true }));

const SHOW = "Night Shift Atlas";

/** Begins an episode of the show, with the file and a title. */
async function upload({ page, hand }: Stage, title: string) {
  await hand.press(page.getByRole("link", { name: "Upload episode", exact: true }).first());
  await hand.press(page.getByRole("main").getByRole("link", { name: SHOW }));
  await hand.give(page.getByLabel("Audio file"), made.sound);
  await hand.write(page.getByLabel("Title", { exact: true }), title);
}

task("an episode is published from a file", "creator", async (stage) => {
  const { page, hand, demo, hasScripts, way } = stage;
  const title = `Published by ${way}`;
  await upload(stage, title);
  const finish = hasScripts ? "Publish when ready" : "Save episode";
  await hand.press(page.getByRole("button", { name: finish }));
  await page.getByText("Your episode is live").waitFor({ timeout: 60_000 });
  const { items } = (await (await demo.api("creator")).get(`/v2/shows/${demo.show_id}/episodes`))
    .response;
  expect(items.map((one: { title: string }) => one.title)).toContain(title);
});
