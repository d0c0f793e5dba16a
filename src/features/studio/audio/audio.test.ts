/** Tests the page of an episode's audio over HTTP, as a browser without scripts uses it. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeStitchable, storeMp3 } from "../../../../test/setup/stitching.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

/** Whether a connection to this test's database waits for a lock. */
async function isLocked(): Promise<boolean> {
  const { rows } = await world.deps.pool.query<{ waits: boolean }>(
    `select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`,
  );
  return rows[0]?.waits === true;
}

async function setUp() {
  const episode_id = await makeEpisode(world, show_id, { published_at: null });
  const path = `/v2/episodes/${episode_id}`;
  await ada.api.post(`${path}/chapters`, { starts_at: 10_000, title: "Second" });
  await ada.api.post(`${path}/chapters`, { starts_at: 0, title: "First" });
  await ada.api.post(`${path}/cuepoints`, { cuepoints: [{ timecode: 5000 }] });
  const chapters = async () => (await ada.api.get(`${path}/chapters`)).response.items;
  const breaks = async () => (await ada.api.get(`${path}/cuepoints`)).response.cuepoints;
  return { path: `/studio/episodes/${episode_id}/audio`, chapters, breaks };
}

/** The fields of the marks as the page has them; hidden ones are sent by the surfer. */
const STORED = {
  "c0.at": "0:00",
  "c0.title": "First",
  "c1.at": "0:10",
  "c1.title": "Second",
  "b0.at": "0:05",
  "b0.ads": "1",
};

test("only editors open the page, and a form of another site is refused", async () => {
  const { path, breaks } = await setUp();
  expect((await createSurfer(world.baseUrl).open(path)).url.pathname).toBe("/sign-in");
  const other = await signedIn(await world.person());
  expect((await other.open(path)).status).toBe(404);
  const own = await signedIn(ada);
  const page = await own.open(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain("2 chapters and 1 ad break");
  for (const act of ["", "/quietest", "/splice", "/replace"]) {
    const sent = await own.submit({ csrf: "wrong", at: "1" }, path, `${path}${act}`);
    expect([act, sent.status]).toEqual([act, 403]);
    await own.open(path);
  }
  expect(await breaks()).toEqual([{ timecode: 5000, ads_max_count: 1 }]);
});

test("chapters that exchange their times keep their ids, and a break is moved, added and removed", async () => {
  const { path, chapters, breaks } = await setUp();
  const before = await chapters();
  const browser = await signedIn(ada);
  await browser.open(path);
  const saved = await browser.submit(
    { ...STORED, "c0.at": "0:10", "c1.at": "0", "b0.at": "7,5", "b1.at": "0:59", "b1.ads": "2" },
    path,
  );
  expect(saved.text).toContain("Chapters and ad breaks saved.");
  expect((await chapters()).map((one: { chapter_id: number }) => one.chapter_id)).toEqual([
    before[1].chapter_id,
    before[0].chapter_id,
  ]);
  expect(await breaks()).toEqual([
    { timecode: 7500, ads_max_count: 1 },
    { timecode: 59_000, ads_max_count: 2 },
  ]);
  // The page goes on at what was changed.
  expect(saved.url.hash).toBe("#c1");
  await browser.submit({ ...STORED, "c0.remove": "1", "b0.remove": "1" }, path);
  expect(await chapters()).toHaveLength(1);
  expect(await breaks()).toEqual([]);
});

test("all faults are told at once beside their fields, and nothing is saved", async () => {
  const { path, chapters, breaks } = await setUp();
  const browser = await signedIn(ada);
  await browser.open(path);
  const fields = { "c0.at": "soon", "c1.title": "", "b0.at": "1:30", "c2.at": "0:20" };
  const { status, text } = await browser.submit({ ...STORED, ...fields }, path);
  expect(status).toBe(400);
  expect(text).toContain("Write a time such as 2:03");
  expect(text).toContain("The audio ends at 1:00.");
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(4);
  expect(text).toContain('value="soon"');
  expect(await chapters()).toHaveLength(2);
  expect(await breaks()).toHaveLength(1);
});

test("a refused row is named at the top with a link to it, and its field has the focus", async () => {
  const { path } = await setUp();
  const browser = await signedIn(ada);
  expect((await browser.open(path)).text).not.toContain("data-faults");
  const { text } = await browser.submit({ ...STORED, "c1.at": "0:00" }, path);
  const summary = text.indexOf("Nothing is saved yet.");
  expect(summary).toBeGreaterThan(0);
  expect(summary).toBeLessThan(text.indexOf("wave-editor"));
  expect(text).toContain('<a href="#c1-at">Chapter 2</a>: Another one is already at this time.');
  expect(text.match(/<input[^>]* autofocus>/g)).toEqual([expect.stringContaining('id="c1-at"')]);
});

test("what somebody else saved meanwhile is not overwritten without asking", async () => {
  const { path, breaks } = await setUp();
  const browser = await signedIn(ada);
  await browser.open(path);
  const api = path.replace("/studio/", "/v2/").replace("/audio", "/cuepoints");
  await ada.api.post(api, { cuepoints: [{ timecode: 1000 }] });
  const refused = await browser.submit({ ...STORED, "b0.at": "0:08" }, path);
  expect(refused.status).toBe(412);
  expect(refused.text).toContain("Somebody else has changed the chapters");
  expect(refused.text).toContain('value="0:08"');
  expect(await breaks()).toEqual([{ timecode: 1000, ads_max_count: 1 }]);
  await browser.submit({ ...STORED, "b0.at": "0:08" }, path);
  expect(await breaks()).toEqual([{ timecode: 8000, ads_max_count: 1 }]);
});

test("of two editors who save at once, one is asked, and the marks are those of one of them", async () => {
  const { path, chapters, breaks } = await setUp();
  const editors = await Promise.all([1, 2, 3, 4].map(() => signedIn(ada)));
  for (const browser of editors) await browser.open(path);
  const answers = await Promise.all(
    editors.map((browser, index) =>
      browser.submit({ ...STORED, "c1.at": `0:2${index}`, "b0.at": `0:3${index}` }, path),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect((await chapters())[1].starts_at).toBe(20_000 + won * 1000);
  expect(await breaks()).toEqual([{ timecode: 30_000 + won * 1000, ads_max_count: 1 }]);
});

test("marks that new audio has no room for are refused, both or none", async () => {
  const { path, chapters, breaks } = await setUp();
  const browser = await signedIn(ada);
  await browser.open(path);
  const episode_id = Number(path.split("/")[3]);
  const fields = { ...STORED, "c1.at": "0:11", "b0.at": "0:30" };
  const sent = await world.deps.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("episodes")
      .set({ duration: 12_000 })
      .where("episode_id", "=", episode_id)
      .execute();
    // The form is checked against the old duration, and waits for the lock.
    const answer = browser.submit(fields, path);
    await expect.poll(isLocked, { timeout: 20_000 }).toBe(true);
    return { answer };
  });
  const refused = await sent.answer;
  expect(refused.status).toBe(400);
  expect((await chapters())[1].starts_at).toBe(10_000);
  expect(await breaks()).toEqual([{ timecode: 5000, ads_max_count: 1 }]);
});

test("a break moves to the quietest frame, and its splice is heard, without scripts", async () => {
  const programme = await storeMp3(world, { seconds: 20, kind: "speech" });
  const { episode_id, owner } = await makeStitchable(world, programme);
  await owner.api.post(`/v2/episodes/${episode_id}/cuepoints`, { cuepoints: [{ timecode: 5100 }] });
  const path = `/studio/episodes/${episode_id}/audio`;
  const browser = await signedIn(owner);
  await browser.open(path);
  const moved = await browser.submit({ "b0.at": "0:05.100", act: "quiet.b0" }, path);
  const at = /name="b0.at" value="0:0([\d.]+)"/.exec(moved.text)?.[1];
  expect(Number(at)).not.toBe(5.1);
  expect(Math.abs(Number(at) - 5.1)).toBeLessThanOrEqual(0.251);
  const heard = await browser.submit({ "b0.at": "0:05.100", act: "hear.b0" }, path);
  const source = /src="([^"]+)#t=[\d.]+,[\d.]+"/.exec(heard.text)?.[1] ?? "";
  const audio = await fetch(source.replaceAll("&amp;", "&"));
  expect(audio.status).toBe(200);
  expect(audio.headers.get("content-type")).toBe("audio/mpeg");
});
