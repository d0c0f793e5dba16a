/** Tests a show's team, messages and exports over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let browser: Surfer;
let show_id: number;
let path: string;
beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  browser = await signedIn(ada);
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  path = `/studio/shows/${show_id}`;
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const namesOf = async (list: string): Promise<string[]> =>
  (await ada.api.get(list)).response.items.map(({ username }: Person) => username);
const ofShow = () => namesOf(`/v2/shows/${show_id}/collaborators`);
const ofAll = () => namesOf(`/v2/users/${ada.user_id}/collaborators`);

test("people are added by username, get the other role, are removed, and that is undone", async () => {
  const at = `${path}/team`;
  expect((await browser.open(at)).text).toContain("You work alone on this show.");
  const unknown = await browser.submit({ username: "nobody_at_all", role: "show" }, at);
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain("Nobody on this server has this username.");
  const own = await browser.submit({ username: ada.username, role: "show" }, at);
  expect(own.text).toContain("This is the author, who may do everything already.");
  const german = createSurfer(world.baseUrl, { "accept-language": "de" });
  await german.open("/sign-in");
  await german.submit({ login: ada.username, password: "correct horse" });
  await german.open(at);
  expect((await german.submit({ username: "nobody_at_all", role: "show" }, at)).text).toContain(
    "Niemand auf diesem Server hat diesen Benutzernamen.",
  );
  const added = await browser.submit({ username: `@${bob.username}`, role: "show" }, at);
  expect(added.text).toContain("The team has a new member.");
  expect([await ofShow(), await ofAll()]).toEqual([[bob.username], []]);
  await browser.submit({}, `${at}/${bob.user_id}/role`);
  expect([await ofShow(), await ofAll()]).toEqual([[], [bob.username]]);
  const removed = await browser.submit({}, `${at}/${bob.user_id}/remove`);
  expect(removed.text).toContain("Removed from the team.");
  expect([await ofShow(), await ofAll()]).toEqual([[], []]);
  // The notice's form has the name and the role of before.
  await browser.submit({}, at);
  expect([await ofShow(), await ofAll()]).toEqual([[], [bob.username]]);
});

test("organizations are listed with their members' roles and what each may do", async () => {
  const { db } = world.deps;
  const name = `Lantern ${ada.username}`;
  const { organization_id } = await db
    .insertInto("organizations")
    .values({ name })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("organization_networks")
    .values({ organization_id, user_id: ada.user_id })
    .execute();
  const member = (user_id: number, role: "admin" | "analyst" | "editor") => ({
    organization_id,
    user_id,
    role,
  });
  const others = [await world.person(), await world.person()];
  await db
    .insertInto("organization_members")
    .values([
      ...others.map(({ user_id }) => member(user_id, "analyst")),
      member(ada.user_id, "admin"),
    ])
    .execute();
  const { text } = await browser.open(`${path}/team`);
  expect(text).toContain(`<h3>${name}</h3>`);
  expect(text).toContain("<strong>1 × Admin</strong> (you)");
  expect(text).toContain("<strong>2 × Analyst</strong><span");
  // Admins and editors of an organization edit its shows.
  expect(text).toContain("edits the show, sees its numbers");
  const editor = await world.person();
  await db.insertInto("organization_members").values(member(editor.user_id, "editor")).execute();
  expect((await browser.open(`${path}/team`)).text).toContain(
    "edits the show and sees its numbers",
  );
  expect((await (await signedIn(editor)).open(path)).status).toBe(200);
  expect(text).not.toContain("× Ad manager");
  for (const { username } of others) expect(text).not.toContain(username);
});

test("messages of all episodes are answered, reported and deleted, and hidden ones are marked", async () => {
  const at = `${path}/messages`;
  expect((await browser.open(at)).text).toContain("No messages yet");
  const episode_id = await makeEpisode(world, show_id, { title: "To Narvik" });
  const elsewhere = await makeEpisode(world, await makeShow(world, bob), { title: "Elsewhere" });
  const write = async (where: number, text: string): Promise<number> => {
    const { response } = await bob.api.post(`/v2/episodes/${where}/messages`, { text });
    return response.message.message_id;
  };
  const kind = await write(episode_id, "What a <b>journey</b>");
  const rude = await write(episode_id, "Rude words");
  const others = await write(elsewhere, "Not for Ada");
  const list = await browser.open(at);
  expect(list.text).toContain("What a &lt;b&gt;journey&lt;/b&gt;");
  expect(list.text).toContain("To Narvik");
  expect(list.text).not.toContain("Not for Ada");
  const empty = await browser.submit({ text: "" }, `${at}/${episode_id}/${kind}/reply`);
  expect(empty.status).toBe(400);
  await browser.open(at);
  const replied = await browser.submit({ text: "Thank you" }, `${at}/${episode_id}/${kind}/reply`);
  expect(replied.text).toContain("Your reply is published.");
  const { response } = await world.api.get(`/v2/episodes/${episode_id}/messages`);
  expect(response.items[0]).toMatchObject({ text: "Thank you", author_username: ada.username });
  await world.deps.db
    .updateTable("messages")
    .set({ hidden_at: world.deps.clock() })
    .where("message_id", "=", rude)
    .execute();
  const reported = await browser.submit({ reason: "Rude" }, `${at}/${episode_id}/${rude}/report`);
  expect(reported.text).toContain("The operator will look at the message.");
  const only = await browser.open(`${at}?only=reported`);
  expect(only.text).toContain("Rude words");
  expect(only.text).toContain("1 report");
  expect(only.text).toContain("Hidden until the operator decides");
  expect(only.text).not.toContain("journey");
  expect((await browser.submit({}, `${at}/${episode_id}/${rude}/delete`)).text).toContain(
    "The message is deleted.",
  );
  expect((await browser.open(at)).text).not.toContain("Rude words");
  // A message of another show does not exist below this one.
  await browser.open(at);
  const foreign = await browser.submit(
    {},
    `${at}/${episode_id}/${kind}/delete`,
    `${at}/${elsewhere}/${others}/delete`,
  );
  expect(foreign.status).toBe(404);
});

test("exports have every episode, only audio that is out, and the days of the statistics", async () => {
  await makeEpisode(world, show_id, { title: "=A draft, with comma", published_at: null });
  const episodes = await browser.open(`${path}/export/episodes`);
  expect(episodes.headers.get("content-type")).toContain("text/csv");
  expect(episodes.headers.get("content-disposition")).toContain(`show-${show_id}-episodes.csv`);
  const [head = "", ...rows] = episodes.text.trim().split("\r\n");
  expect(head).toMatch(/^Title,State,Published \(UTC\)/);
  expect(rows).toHaveLength(2);
  expect(rows.join()).toContain(`"'=A draft, with comma",draft`);
  const audio = await browser.open(`${path}/export/audio`);
  expect(audio.text).toContain("https://media.example/");
  expect(audio.text).not.toContain("A draft");
  const numbers = await browser.open(`${path}/export/numbers`);
  expect(numbers.text.trim().split("\r\n")).toHaveLength(366);
  expect((await browser.open(`${path}/export/secrets`)).status).toBe(404);
});
