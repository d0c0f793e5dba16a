/** The caller's own account: reading and changing it. */
import { expect, test } from "vitest";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

test("me contains fields that only the user can see", async () => {
  const ada = await world.person();
  const { response } = await ada.api.get("/v2/me");
  expect(response.user).toMatchObject({
    user_id: ada.user_id,
    email: `${ada.username}@example.org`,
    contact_email: null,
    content_languages: [],
    organizations: [],
    show_age: false,
    features: { storage_used_bytes: 0, storage_limit_bytes: 20_000_000_000 },
  });
  expect(JSON.stringify(response)).not.toContain("argon2");
  expect((await world.api.get("/v2/me")).status).toBe(401);
});

test("every field can be set, read back and cleared", async () => {
  const ada = await world.person();
  const set = {
    fullname: "Ada Lovelace",
    description: "Counts.",
    contact_email: "ada@example.org",
    website_url: "https://ada.example/",
    location: "London",
    location_latitude: "51.5",
    location_longitude: -0.12,
    gender: "female",
    birthday: "1815-12-10",
    show_age: "1",
    content_languages: "en,it",
    timezone: "Europe/London",
    socialnet1_permalink: "ada.page",
    socialnet2_username: "ada",
    favorites_public: "false",
  };
  const { status, response } = await ada.api.post("/v2/users/me", set);
  expect(status).toBe(200);
  expect(response.user).toMatchObject({
    ...set,
    location_latitude: 51.5,
    show_age: true,
    content_languages: ["en", "it"],
    favorites_public: false,
  });
  const cleared = await ada.api.post("/v2/users/me", {
    location: "",
    birthday: "",
    location_latitude: "",
  });
  expect(cleared.response.user).toMatchObject({
    location: null,
    birthday: null,
    location_latitude: null,
    timezone: "Europe/London",
  });
});

test.each([
  ["fullname", "x".repeat(60), "x".repeat(61)],
  ["fullname", "x", ""],
  ["username", "abc", "ab"],
  ["username", "a".repeat(32), "a".repeat(33)],
  ["username", "ada_1", "Ada"],
  ["username", "u12", "123"],
  ["description", "é".repeat(400), "é".repeat(401)],
  ["website_url", "http://a.example", "javascript:alert(1)"],
  ["location_latitude", "90", "90.1"],
  ["location_longitude", "-180", "-181"],
  ["birthday", "2000-02-29", "2001-02-29"],
  ["birthday", "1999-12-31", "2999-01-01"],
  ["timezone", "UTC", "Mars/Base"],
  ["content_languages", "pt-BR", "not a language"],
])("%s takes %s and refuses %s", async (field, good, bad) => {
  const ada = await world.person();
  const refused = await ada.api.post("/v2/users/me", { [field]: bad });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error.fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
  expect((await ada.api.post("/v2/users/me", { [field]: good })).status).toBe(200);
});

test("a username is unique, and the token still works after a username change", async () => {
  const [ada, bob] = [await world.person(), await world.person()];
  expect((await ada.api.post("/v2/users/me", { username: bob.username })).error.fields).toEqual({
    username: "is taken",
  });
  await ada.api.post("/v2/users/me", { username: "new_name_here" });
  expect((await ada.api.get("/v2/users/new_name_here")).response.user.user_id).toBe(ada.user_id);
});

test("an image is served in both sizes", async () => {
  const ada = await world.person();
  const image_file = new Blob([new Uint8Array(await makePicture({ width: 600, height: 500 }))]);
  const { response } = await ada.api.post("/v2/users/me", {}, { files: { image_file } });
  for (const url of [response.user.image_url, response.user.image_original_url])
    expect((await fetch(url)).status).toBe(200);
});

test("a stale edit of an account is rejected", async () => {
  const ada = await world.person();
  const etag = (await ada.api.get("/v2/me")).headers.get("etag") ?? "";
  const headers = { "if-match": etag };
  expect((await ada.api.post("/v2/users/me", { location: "Rome" }, { headers })).status).toBe(200);
  expect((await ada.api.post("/v2/users/me", { location: "Oslo" }, { headers })).status).toBe(412);
});
