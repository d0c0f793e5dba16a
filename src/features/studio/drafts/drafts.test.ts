/** Drafts are saved at their revision, and nobody's words are lost when two people write at once. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type PageSession, signIn } from "../../../../test/setup/session.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { chosenValues, differencesOf, isMergeable, mergedValues } from "./rules.ts";
import { autosaved } from "./views.ts";
import { draftWords } from "./words.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
let session: PageSession;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
  session = await signIn(world.baseUrl, ada.username);
});

type Answer = Record<"values" | "differences" | "fields", object> & { revision: number };

const draft = (overrides = {}) =>
  makeEpisode(world, show_id, {
    title: "Fog",
    description: "Lights.",
    published_at: null,
    ...overrides,
  });

const send = (episode_id: number, act: string, fields: Record<string, string>, as = session) =>
  fetch(`${world.baseUrl}/studio/episodes/${episode_id}/${act}`, {
    method: "POST",
    body: new URLSearchParams({ csrf: as.csrf, ...fields }),
    headers: { cookie: as.cookie },
    redirect: "manual",
  });

const read = async (episode_id: number) =>
  (await ada.api.get(`/v2/episodes/${episode_id}`)).response.episode;

const revisionOf = async (episode_id: number) =>
  String(
    (
      await world.deps.db
        .selectFrom("episodes")
        .select("revision")
        .where("episode_id", "=", episode_id)
        .executeTakeFirstOrThrow()
    ).revision,
  );

test("a draft is saved at its revision, and answers the next one", async () => {
  const episode_id = await draft();
  const revision = await revisionOf(episode_id);
  const answer = await send(episode_id, "autosave", { revision, title: "Fog at sea" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  const saved = (await answer.json()) as Answer;
  expect(saved.values).toMatchObject({ title: "Fog at sea", description: "Lights." });
  expect((await read(episode_id)).title).toBe("Fog at sea");
  const next = { revision: String(saved.revision), tags: "sea, fog", season_number: "2" };
  expect((await send(episode_id, "autosave", next)).status).toBe(200);
  expect(await read(episode_id)).toMatchObject({ tags: ["sea", "fog"], season_number: 2 });
});

test("a stale draft is not saved: the answer has both versions", async () => {
  const episode_id = await draft();
  const revision = await revisionOf(episode_id);
  const base = JSON.stringify({ title: "Fog", description: "Lights." });
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "Fog, by Eve" });
  const mine = { revision, base, title: "Fog, by Ada", description: "Lights and horns." };
  const answer = await send(episode_id, "autosave", mine);
  expect(answer.status).toBe(412);
  expect(((await answer.json()) as Answer).differences).toEqual([
    { name: "title", yours: "Fog, by Ada", theirs: "Fog, by Eve", changedBy: "both" },
    { name: "description", yours: "Lights and horns.", theirs: "Lights.", changedBy: "you" },
  ]);
  expect((await read(episode_id)).title).toBe("Fog, by Eve");

  // Without scripts: both versions, a choice for each field, then one save.
  const page = await send(episode_id, "merge", mine);
  const text = await page.text();
  expect(page.status).toBe(412);
  for (const words of [
    "Fog, by Ada",
    "Fog, by Eve",
    "Lights and horns.",
    "Both of you changed it.",
  ])
    expect(text).toContain(words);
  const now = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? "";
  const choice = {
    ...{ merged: "1", revision: now, "choice.title": "own", "own.title": "Fog, by both" },
    ...{ "yours.title": "Fog, by Ada", "theirs.title": "Fog, by Eve" },
    ...{ "choice.description": "yours", "yours.description": "Lights and horns." },
  };
  const merged = await send(episode_id, "merge", choice);
  expect([merged.status, merged.headers.get("location")]).toEqual([
    303,
    `/studio/episodes/${episode_id}?done=saved`,
  ]);
  expect(await read(episode_id)).toMatchObject({
    title: "Fog, by both",
    description: "Lights and horns.",
  });
  // A choice that comes too late is compared again.
  expect((await send(episode_id, "merge", choice)).status).toBe(412);
});

test("a value that cannot be stored is refused beside its field, and what was written stays", async () => {
  const episode_id = await draft();
  const revision = await revisionOf(episode_id);
  const wrong = await send(episode_id, "autosave", { revision, title: "" });
  expect([wrong.status, Object.keys(((await wrong.json()) as Answer).fields)]).toEqual([
    400,
    ["title"],
  ]);
  const long = "x".repeat(200);
  const choice = { merged: "1", revision, "choice.title": "yours", "yours.title": long };
  const page = await send(episode_id, "merge", choice);
  expect(page.status).toBe(412);
  const text = await page.text();
  expect(text).toContain(long);
  expect(text).toContain("must have at most 140 characters");
});

test("names that every object has are no fields of a draft, and no chosen values", async () => {
  const episode_id = await draft();
  for (const name of ["toString", "constructor", "__proto__"]) {
    const revision = await revisionOf(episode_id);
    const sent = { revision, [name]: "x", title: "Fog" };
    expect((await send(episode_id, "autosave", sent)).status).toBe(200);
    const stale = { ...sent, revision: "1", title: "Mist" };
    expect((await send(episode_id, "autosave", stale)).status).toBe(412);
    const page = await send(episode_id, "merge", { ...sent, visibility: "toString" });
    expect(page.status).toBe(412);
    expect(await page.text()).not.toContain("native code");
  }
});

test("only editors save, and a published episode is not saved while it is written", async () => {
  const published = await draft({ published_at: new Date() });
  const revision = await revisionOf(published);
  expect((await send(published, "autosave", { revision, title: "Half a sen" })).status).toBe(409);
  const eve = await signIn(world.baseUrl, (await world.person()).username);
  const secret = await draft();
  for (const act of ["autosave", "merge"])
    expect((await send(secret, act, { revision, title: "Mine" }, eve)).status).toBe(404);
  expect((await read(secret)).title).toBe("Fog");
});

test("differences say who changed what, whatever the line ends", () => {
  const base = { a: "1", b: "1", c: "1", d: "one\ntwo" };
  const yours = { a: "2", b: "1", c: "2", d: "one\r\ntwo " };
  const theirs = { a: "1", b: "2", c: "3", d: "one\ntwo" };
  const found = differencesOf(base, yours, theirs);
  expect(found.map(({ name, changedBy }) => [name, changedBy])).toEqual([
    ["a", "you"],
    ["b", "them"],
    ["c", "both"],
  ]);
  expect(isMergeable(found)).toBe(false);
  expect(mergedValues(found.slice(0, 2))).toEqual({ a: "2", b: "2" });
  expect(chosenValues({ "choice.a": "theirs", "theirs.a": "x", "choice.b": "yours" })).toEqual({
    a: "x",
  });
});

test("a form that saves itself has its revision, the values it began with and texts in its language", () => {
  const places = { save: "/save", merge: "/merge", user_id: 1, revision: 7 };
  const { text } = autosaved({ words: draftWords("de"), values: { title: '"Fog"' }, ...places });
  expect(text).toContain('name="revision" value="7"');
  expect(text).toContain('value="{&quot;title&quot;:&quot;\\&quot;Fog\\&quot;&quot;}"');
  expect(text).toContain("Gespeichert um {time}");
  // Inside a form with files, too, the comparison is asked for without them; Enter does not press it while it is hidden.
  const compare = /<button[^>]*data-compare>/.exec(text)?.[0] ?? "";
  expect(compare).toContain(
    'formenctype="application/x-www-form-urlencoded" formnovalidate hidden',
  );
  expect(compare).toContain('type="button"');
});
