/** Reports of abuse: how many hide a message, and the effect of an admin's decision. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { decide } from "./reports/actions.ts";
import { listReported } from "./reports/store.ts";
import { reportedView } from "./reports/views.ts";

const world = useWorld({ REPORTS_TO_HIDE: "2" });
const lenient = useWorld({ REPORTS_TO_HIDE: "0" });
let ada: Person;
let people: Person[];
let episode: string;

beforeAll(async () => {
  ada = await world.person();
  people = await Promise.all(Array.from({ length: 4 }, () => world.person()));
  episode = `/v2/episodes/${await makeEpisode(world, await makeShow(world, ada))}`;
});

const write = async (): Promise<number> =>
  (await ada.api.post(`${episode}/messages`, { text: "Buy pills" })).response.message.message_id;
const report = (at: number, message_id: number, reason?: string) =>
  people[at]?.api.post(
    `${episode}/messages/${message_id}/report-abuse`,
    reason === undefined ? {} : { reason },
  );
const isShown = async (message_id: number): Promise<boolean> => {
  const { response } = await world.api.get(`${episode}/messages?limit=100`);
  const ids = response.items.map((item: { message_id: number }) => item.message_id);
  expect((await world.api.get(episode)).response.episode.messages_count).toBe(ids.length);
  return ids.includes(message_id);
};
const findReported = async (message_id: number) =>
  (await listReported(world.deps.db, { state: "open", limit: 100, offset: 0 }))
    .map(reportedView)
    .find((one) => one.message_id === message_id);

test("enough users hide a message; each user counts once", async () => {
  const message_id = await write();
  for (let time = 0; time < 3; time += 1)
    expect(await report(0, message_id, `Reason ${time}`)).toMatchObject({
      status: 200,
      response: [],
    });
  expect(await isShown(message_id)).toBe(true);
  expect(await findReported(message_id)).toEqual({
    message_id,
    episode_id: Number(episode.split("/").at(-1)),
    episode_title: expect.any(String),
    show_id: expect.any(Number),
    author: {
      user_id: ada.user_id,
      username: ada.username,
      fullname: expect.any(String),
      suspended: false,
    },
    text: "Buy pills",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    hidden: false,
    deleted: false,
    decision: null,
    decided_at: null,
    decided_by: null,
    reports_count: 1,
    reports: [
      {
        user_id: people[0]?.user_id,
        username: people[0]?.username,
        reason: "Reason 0",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ],
  });
  await report(1, message_id);
  expect(await isShown(message_id)).toBe(false);
  expect(await findReported(message_id)).toMatchObject({ hidden: true });
});

test("a hidden message is missing for strangers; its author can still delete it", async () => {
  const message_id = await write();
  for (const at of [0, 1]) await report(at, message_id);
  const path = `${episode}/messages/${message_id}`;
  expect((await people[2]?.api.delete(path))?.status).toBe(404);
  expect((await ada.api.delete(path)).status).toBe(200);
  expect(await findReported(message_id)).toBeUndefined();
  expect((await report(2, message_id))?.status).toBe(404);
});

test("a kept message is visible again, and only reports of other users can hide it", async () => {
  const message_id = await write();
  for (const at of [0, 1]) await report(at, message_id);
  await decide(world.deps, null, message_id, "keep");
  expect(await isShown(message_id)).toBe(true);
  expect(await findReported(message_id)).toBeUndefined();
  for (const at of [0, 1, 2]) await report(at, message_id);
  expect(await isShown(message_id)).toBe(true);
  await report(3, message_id);
  expect(await isShown(message_id)).toBe(false);
});

test("a dismissed report is in the history of the episode, without its reporter", async () => {
  const message_id = await write();
  await report(0, message_id);
  await decide(world.deps, null, message_id, "keep");
  const { response } = await ada.api.get(
    `/v2/audit?subject=${episode.slice(4).replace("s/", ":")}`,
  );
  expect(response.items[0]).toMatchObject({
    actor: null,
    via: "system",
    before: { [`reports.${message_id}`]: { open: 1 } },
    after: { [`reports.${message_id}`]: { open: 0, decision: "keep" } },
  });
});

test("a removed message stays removed", async () => {
  const message_id = await write();
  await report(0, message_id);
  await decide(world.deps, null, message_id, "remove");
  expect(await isShown(message_id)).toBe(false);
  expect(await findReported(message_id)).toBeUndefined();
  await expect(decide(world.deps, null, message_id, "keep")).rejects.toThrow("no such message");
});

test("concurrent reports are all counted", async () => {
  const message_id = await write();
  await Promise.all([0, 1, 2, 3].map((at) => report(at, message_id)));
  expect(await isShown(message_id)).toBe(false);
  expect((await findReported(message_id))?.reports).toHaveLength(4);
});

test("a reason has at most 1000 characters, and reporting requires a token", async () => {
  const message_id = await write();
  expect(await report(0, message_id, "x".repeat(1001))).toMatchObject({
    status: 400,
    error: { fields: { reason: expect.any(String) } },
  });
  const path = `${episode}/messages/${message_id}/report-abuse`;
  expect((await world.api.post(path)).status).toBe(401);
  expect((await report(0, 999_999))?.status).toBe(404);
});

test("with REPORTS_TO_HIDE=0 only admins can remove messages", async () => {
  const owner = await lenient.person();
  const show_id = await makeShow(lenient, owner);
  const path = `/v2/episodes/${await makeEpisode(lenient, show_id)}/messages`;
  const { response } = await owner.api.post(path, { text: "Buy pills" });
  const { message_id } = response.message;
  for (let time = 0; time < 4; time += 1)
    await (await lenient.person()).api.post(`${path}/${message_id}/report-abuse`);
  expect((await lenient.api.get(path)).response.items).toHaveLength(1);
});
