/** Tests the messages of all shows of a person, over HTTP as a browser without scripts uses them. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let browser: Surfer;

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const write = async (by: Person, episode_id: number, text: string): Promise<number> =>
  (await by.api.post(`/v2/episodes/${episode_id}/messages`, { text })).response.message.message_id;

beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  const [night, day] = [
    await makeShow(world, ada, { title: "Night Trains" }),
    await makeShow(world, ada, { title: "Day Trains" }),
  ];
  const first = await makeEpisode(world, night);
  const second = await makeEpisode(world, day);
  const foreign = await makeEpisode(world, await makeShow(world, bob));
  await write(bob, first, "When is the next one?");
  await write(ada, first, "Tomorrow.");
  await write(bob, first, "Thank you!");
  await write(bob, second, "Which station is this?");
  await write(ada, foreign, "Not of your shows");
  browser = await signedIn(ada);
});

const listed = (text: string): string[] =>
  [...text.matchAll(/<blockquote>([^<]*)<\/blockquote>/g)].map(([, said = ""]) => said);

test("messages of all shows are listed, newest first, and those of other people's shows are not", async () => {
  const { text } = await browser.open("/studio/messages");
  expect(listed(text)).toEqual([
    "Which station is this?",
    "Thank you!",
    "Tomorrow.",
    "When is the next one?",
  ]);
  expect(text).toContain("Night Trains");
  expect(text).toContain("Day Trains");
  const other = await signedIn(await world.person());
  expect((await other.open("/studio/messages")).text).toContain("No messages yet");
});

test("messages are found by a part of their text or of who wrote them", async () => {
  const found = async (q: string) =>
    listed((await browser.open(`/studio/messages?q=${encodeURIComponent(q)}`)).text);
  expect(await found("STATION")).toEqual(["Which station is this?"]);
  expect(await found(ada?.username ?? "")).toEqual(["Tomorrow."]);
  expect(await found("%")).toEqual([]);
  expect(await found("Not of your")).toEqual([]);
  const none = await browser.open("/studio/messages?q=%3Cb%3E");
  expect(none.text).toContain("No message contains “&lt;b&gt;”.");
  const { text } = await browser.open("/studio/messages?q=when&only=unanswered");
  expect(text).toContain('href="/studio/messages?only=unanswered"');
});

test("one reply answers one message, and the count goes down by one", async () => {
  const cy = await world.person();
  const episode_id = await makeEpisode(world, await makeShow(world, cy));
  for (const text of ["First?", "Second?", "Third?"]) await write(bob, episode_id, text);
  const surfer = await signedIn(cy);
  const path = "/studio/messages?only=unanswered";
  const countIn = (text: string) => Number(/Unanswered <span class="count">(\d+)</.exec(text)?.[1]);
  const { text } = await surfer.open(path);
  expect([listed(text), countIn(text)]).toEqual([["Third?", "Second?", "First?"], 3]);
  const [, second = ""] = [...text.matchAll(/action="([^"]+\/reply)"/g)].map(
    ([, action]) => action,
  );
  const replied = await surfer.submit({ text: "Answer to the second." }, second, second);
  expect([listed(replied.text), countIn(replied.text)]).toEqual([["Third?", "First?"], 2]);
  expect((await surfer.open("/studio")).text).toContain("2 messages on");
  // A message of the team that is no reply is for everybody who wrote before it.
  await write(cy, episode_id, "Thank you all!");
  expect(listed((await surfer.open(path)).text)).toEqual([]);
  expect((await surfer.open("/studio")).text).not.toContain("no answer");
  await write(bob, episode_id, "Fourth?");
  const later = await surfer.open(path);
  expect([listed(later.text), countIn(later.text)]).toEqual([["Fourth?"], 1]);
});

test("a message is unanswered until the team writes below the same episode, and one returns to the list", async () => {
  const path = "/studio/messages?only=unanswered";
  expect(listed((await browser.open(path)).text)).toEqual(["Which station is this?", "Thank you!"]);
  const { text } = await browser.open(path);
  const action = /action="([^"]+\/reply)"/.exec(text)?.[1] ?? "";
  const answered = await browser.submit({ text: "Basel, at six." }, action, action);
  expect(answered.url.pathname + answered.url.search).toBe(`${path}&done=replied`);
  expect(answered.text).toContain("Your reply is published.");
  // The list opens at the message below the one that left it.
  expect(answered.url.hash).toBe(`#${/id="(message-\d+)"/.exec(answered.text)?.[1]}`);
  expect(listed(answered.text)).toEqual(["Thank you!"]);
});

test("a message that needs no answer waits no longer, until somebody says otherwise", async () => {
  const cy = await world.person();
  const show_id = await makeShow(world, cy);
  const episode_id = await makeEpisode(world, show_id);
  for (const text of ["Lovely.", "When is the next one?"]) await write(bob, episode_id, text);
  const surfer = await signedIn(cy);
  const path = "/studio/messages?only=unanswered";
  const { text } = await surfer.open(path);
  const [, second = ""] = [...text.matchAll(/action="([^"]+\/settled)"/g)].map(([, to]) => to);
  const settled = await surfer.submit({ settled: "true" }, second, second);
  expect(settled.text).toContain("The message no longer waits for an answer.");
  expect(listed(settled.text)).toEqual(["When is the next one?"]);
  expect(settled.text).toMatch(/Unanswered <span class="count">1</);
  expect((await surfer.open("/studio")).text).toContain("1 message on");

  const all = await surfer.open("/studio/messages");
  expect(all.text.match(/class="badge[^>]*>Needs no answer</g)).toHaveLength(1);
  await surfer.submit({ settled: "false" }, second, second);
  expect(listed((await surfer.open(path)).text)).toEqual(["When is the next one?", "Lovely."]);

  // The same over HTTP, for editors only.
  const message_id = /messages\/\d+\/(\d+)\/settled/.exec(second)?.[1];
  const one = `/v2/episodes/${episode_id}/messages/${message_id}/settled`;
  expect((await bob.api.put(one)).status).toBe(403);
  expect((await cy.api.put(one)).status).toBe(200);
  expect((await cy.api.put(one)).status).toBe(200);
  expect(listed((await surfer.open(path)).text)).toEqual(["When is the next one?"]);
  expect((await cy.api.delete(one)).status).toBe(200);
  expect(listed((await surfer.open(path)).text)).toHaveLength(2);
  expect((await cy.api.put(one.replace(/\d+\/settled/, "999999999/settled"))).status).toBe(404);
});
