/** Messages under episodes: writing, listing, deleting. */
import { beforeAll, expect, test } from "vitest";
import { createClient as connect } from "../../../../test/setup/client.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "../../people/oauth/actions.ts";
import { hashOf } from "../../people/oauth/hash.ts";

const world = useWorld({ PUBLIC_URL: "https://pod.example" });
let ada: Person;
let bob: Person;
let show_id: number;

beforeAll(async () => {
  [ada, bob] = [await world.person(), await world.person()];
  show_id = await makeShow(world, ada);
});

const newPath = async (overrides = {}) =>
  `/v2/episodes/${await makeEpisode(world, show_id, overrides)}`;
const write = async (person: Person, path: string, text = "Lovely."): Promise<number> =>
  (await person.api.post(`${path}/messages`, { text })).response.message.message_id;
const countOf = async (path: string): Promise<number> =>
  (await world.api.get(path)).response.episode.messages_count;
const textsOf = ({ response }: { response: { items: { text: string }[] } }) =>
  response.items.map(({ text }) => text);

test("a message replies to another one below the same episode only", async () => {
  const [path, other] = [await newPath(), await newPath()];
  const asked = await write(bob, path, "Where is this?");
  const reply = (to: number, below = path) =>
    ada.api.post(`${below}/messages`, { text: "In Basel.", reply_to_id: to });
  expect((await reply(asked)).response.message).toMatchObject({ reply_to_id: asked });
  const { items } = (await world.api.get(`${path}/messages`)).response;
  expect(items.map((one: { reply_to_id: number | null }) => one.reply_to_id)).toEqual([
    asked,
    null,
  ]);
  for (const refused of [await reply(asked, other), await reply(999_999)]) {
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toHaveProperty("reply_to_id");
  }
});

test("a message has every field of the contract, in the response and in the list", async () => {
  const path = await newPath();
  world.setTime(new Date("2026-03-01T12:00:00Z"));
  const { status, response } = await bob.api.post(`${path}/messages`, {
    text: "  First line\r\nSecond <b>line</b>  ",
  });
  world.setTime(null);
  expect(status).toBe(200);
  const message = {
    message_id: expect.any(Number),
    episode_id: Number(path.split("/").at(-1)),
    text: "First line\nSecond <b>line</b>",
    created_at: "2026-03-01 12:00:00",
    author_id: bob.user_id,
    author_username: bob.username,
    author_fullname: expect.stringMatching(/^Person/),
    author_site_url: `https://pod.example/user/${bob.user_id}`,
    author_image_url: null,
    author_image_original_url: null,
    author_is_owner: false,
    reply_to_id: null,
    app_name: null,
    app_url: null,
  };
  expect(response.message).toEqual(message);
  const list = await world.api.get(`${path}/messages`);
  expect(list.response).toEqual({ items: [message], next_url: null });
  await write(ada, path, "Thank you!");
  expect((await world.api.get(`${path}/messages`)).response.items[0]).toMatchObject({
    text: "Thank you!",
    author_is_owner: true,
  });
  expect(await countOf(path)).toBe(2);
});

test("a message names the app it was written with", async () => {
  const path = await newPath();
  for (const [redirect_uri, app_url] of [
    ["https://player.example/back", "https://player.example"],
    ["org.example.player:/back", null],
  ]) {
    const { client_id } = await createClient(
      world.deps,
      { name: "Player", redirect_uris: [redirect_uri ?? ""], public: true },
      null,
    );
    const token = `token of ${client_id}`;
    await world.deps.db
      .insertInto("oauth_records")
      .values({
        kind: "AccessToken",
        id_hash: hashOf(token),
        payload: JSON.stringify({ scope: "basic" }),
        user_id: bob.user_id,
        client_id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const { response } = await connect(world.baseUrl, token).post(`${path}/messages`, {
      text: "Sent from afar",
    });
    expect(response.message).toMatchObject({ app_name: "Player", app_url });
  }
});

test("the text must have 1 to 4000 characters", async () => {
  const path = await newPath();
  for (const text of ["", "  \n ", "x".repeat(4001), "bell \u0007"])
    expect(await bob.api.post(`${path}/messages`, { text })).toMatchObject({
      status: 400,
      error: { fields: { text: expect.any(String) } },
    });
  expect((await bob.api.post(`${path}/messages`)).error.fields).toHaveProperty("text");
  // Characters are code points: each of these takes two code units in a JavaScript string.
  const longest = "🎧".repeat(4000);
  const written = await bob.api.post(`${path}/messages`, { text: longest }, { as: "json" });
  expect(written.response.message.text).toBe(longest);
});

test("the list is paged by last_id, even that of a deleted message", async () => {
  const path = await newPath();
  const ids: number[] = [];
  for (const text of ["one", "two", "three", "four"]) ids.push(await write(bob, path, text));
  const first = await world.api.get(`${path}/messages?limit=2`);
  expect(textsOf(first)).toEqual(["four", "three"]);
  await bob.api.delete(`${path}/messages/${ids[2]}`);
  const second = await world.api.get(first.response.next_url.replace("https://pod.example", ""));
  expect(textsOf(second)).toEqual(["two", "one"]);
  expect(second.response.next_url).toBeNull();
  const elsewhere = await write(bob, await newPath());
  for (const last_id of [elsewhere, 999_999])
    expect(await world.api.get(`${path}/messages?last_id=${last_id}`)).toMatchObject({
      status: 400,
      error: { fields: { last_id: "must be the id of an item in this list" } },
    });
});

test("the author and the episode's editors can delete a message, others cannot", async () => {
  const path = await newPath();
  const [first, second] = [await write(bob, path), await write(bob, path)];
  const eve = await world.person();
  expect((await eve.api.delete(`${path}/messages/${first}`)).status).toBe(403);
  expect((await world.api.delete(`${path}/messages/${first}`)).status).toBe(401);
  const elsewhere = await newPath();
  expect((await bob.api.delete(`${elsewhere}/messages/${first}`)).status).toBe(404);
  expect(await bob.api.delete(`${path}/messages/${first}`)).toMatchObject({
    status: 200,
    response: [],
  });
  expect((await ada.api.delete(`${path}/messages/${second}`)).status).toBe(200);
  expect((await ada.api.delete(`${path}/messages/${second}`)).status).toBe(404);
  expect(await countOf(path)).toBe(0);
});

test("If-Match with another message's id rejects the deletion", async () => {
  const path = await newPath();
  const [first, second] = [
    await bob.api.post(`${path}/messages`, { text: "one" }),
    await bob.api.post(`${path}/messages`, { text: "two" }),
  ];
  const remove = (etag: string | null) =>
    bob.api.delete(`${path}/messages/${first.response.message.message_id}`, {
      headers: { "if-match": etag ?? "" },
    });
  expect((await remove(second.headers.get("etag"))).status).toBe(412);
  expect((await remove(first.headers.get("etag"))).status).toBe(200);
});

test("users cannot write where they are blocked or under episodes they cannot see", async () => {
  const path = await newPath();
  const eve = await world.person();
  await ada.api.put(`/v2/users/me/blocks/${eve.user_id}`);
  expect(await eve.api.post(`${path}/messages`, { text: "Hey" })).toMatchObject({
    status: 403,
    error: { type: "blocked" },
  });
  const locked = await newPath({ visibility: "LIMITED", limited_key: "sesame" });
  const hidden = await newPath({ hidden: true });
  for (const unseen of [locked, hidden]) {
    expect((await bob.api.post(`${unseen}/messages`, { text: "Hey" })).status).toBe(404);
    expect((await bob.api.get(`${unseen}/messages`)).status).toBe(404);
  }
  expect((await ada.api.post(`${hidden}/messages`, { text: "A note" })).status).toBe(200);
  const opened = await bob.api.post(`${locked}/messages`, { text: "Hey", key: "sesame" });
  expect(opened.status).toBe(200);
  expect(textsOf(await world.api.get(`${locked}/messages?key=sesame`))).toEqual(["Hey"]);
});
