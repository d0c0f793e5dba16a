/** Tests the page of persons, soundbites and links over HTTP, without scripts. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
let browser: Surfer;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
  browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
});

const tagOf = async (id: number, noun: string) =>
  (await ada.api.get(`/v2/episodes/${id}/${noun.replace("_", "-")}`)).response[noun];

/** The revision of the page, which each of its forms has. */
const open = async (id: number) => {
  const { text } = await browser.open(`/studio/episodes/${id}/links`);
  return /name="revision" value="(\d+)"/.exec(text)?.[1] ?? "";
};
const send = (id: number, noun: string, fields: Record<string, string>) =>
  browser.submit({ noun, ...fields }, `/studio/episodes/${id}/links#${noun}`);

test("persons are added, changed and removed, and empty rows are no persons", async () => {
  const id = await makeEpisode(world, show_id);
  await open(id);
  const saved = await send(id, "persons", {
    "persons.0.name": "Jonas Weil",
    "persons.0.role": "guest",
    "persons.1.name": "Ada",
    "persons.2.name": "",
  });
  expect(saved.text).toContain("Saved.");
  expect(await tagOf(id, "persons")).toMatchObject([
    { name: "Jonas Weil", role: "guest", url: null },
    { name: "Ada", role: null },
  ]);
  await send(id, "persons", {
    "persons.0.name": "Jonas Weil",
    "persons.0.remove": "1",
    "persons.1.name": "Ada L.",
  });
  expect(await tagOf(id, "persons")).toMatchObject([{ name: "Ada L." }]);
});

test("soundbites are written in seconds", async () => {
  const id = await makeEpisode(world, show_id);
  await open(id);
  await send(id, "soundbites", {
    "soundbites.0.title": "Hum",
    "soundbites.0.starts_at": "10.25",
    "soundbites.0.duration": "12",
  });
  expect(await tagOf(id, "soundbites")).toEqual([
    { title: "Hum", starts_at: 10_250, duration: 12_000 },
  ]);
  const page = await browser.open(`/studio/episodes/${id}/links`);
  expect(page.text).toContain('value="10.25"');
  expect(page.text).toContain("#t=10.25,22.25");
});

test("a license is one, and can be removed", async () => {
  const id = await makeEpisode(world, show_id);
  await open(id);
  await send(id, "license", { "license.0.identifier": "cc-by-4.0" });
  expect(await tagOf(id, "license")).toMatchObject({ identifier: "cc-by-4.0" });
  await send(id, "license", { "license.0.identifier": "cc-by-4.0", "license.0.remove": "1" });
  expect(await tagOf(id, "license")).toBeNull();
});

test("an error stands beside its field, and the other rows stay as they were typed", async () => {
  const id = await makeEpisode(world, show_id);
  await open(id);
  const refused = await send(id, "persons", {
    "persons.0.name": "Ada",
    "persons.1.role": "host",
    "persons.1.url": "javascript:alert(1)",
  });
  expect(refused.status).toBe(400);
  for (const field of ["persons.1.name", "persons.1.url"])
    expect(refused.text).toContain(`id="${field}-error"`);
  expect(refused.text).toContain('value="Ada"');
  expect(await tagOf(id, "persons")).toEqual([]);
});

test("what somebody else saved meanwhile is shown before it is replaced", async () => {
  const id = await makeEpisode(world, show_id);
  await open(id);
  await ada.api.put(`/v2/episodes/${id}/persons`, { persons: [{ name: "Of Eve" }] });
  const conflict = await send(id, "persons", { "persons.0.name": "Of Ada" });
  expect(conflict.status).toBe(412);
  expect(conflict.text).toContain("Of Eve");
  expect(conflict.text).toContain('value="Of Ada"');
  expect(await tagOf(id, "persons")).toMatchObject([{ name: "Of Eve" }]);
  await send(id, "persons", { "persons.0.name": "Of Ada" });
  expect(await tagOf(id, "persons")).toMatchObject([{ name: "Of Ada" }]);
});
