/** Tests calendars: weeks and days in a time zone, and moving scheduled episodes over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { localTime, momentIn } from "../../../platform/text/localtimes.ts";
import { addMonths, daysAround, daysOf, firstWeekday } from "./rules.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  await world.deps.db
    .updateTable("users")
    .set({ timezone: "Europe/Rome" })
    .where("user_id", "=", ada.user_id)
    .execute();
  browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
});

test("months show whole weeks, which begin as where the reader is", () => {
  expect(daysAround("2026-11", 1)).toEqual({ first: "2026-10-26", last: "2026-12-06" });
  expect(daysAround("2026-11", 7)).toEqual({ first: "2026-11-01", last: "2026-12-05" });
  expect(daysAround("2027-02", 1)).toEqual({ first: "2027-02-01", last: "2027-02-28" });
  expect([firstWeekday("de"), firstWeekday("en-US")]).toEqual([1, 7]);
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

test("an episode is on the day of the person's clock, also when clocks change", () => {
  const timezone = "Europe/Rome";
  const days = (text: string) =>
    daysOf([{ date: new Date(text) }], {
      month: text.slice(0, 7),
      firstDay: 1,
      timezone,
      now: new Date("2026-10-25T00:30:00Z"),
    });
  const filled = (text: string) =>
    days(text)
      .filter(({ items }) => items.length > 0)
      .map(({ day }) => day);
  expect(filled("2026-10-24T22:30:00Z")).toEqual(["2026-10-25"]);
  expect(filled("2026-10-25T22:30:00Z")).toEqual(["2026-10-25"]);
  expect(filled("2026-10-25T23:30:00Z")).toEqual(["2026-10-26"]);
  expect(new Set(days("2026-10-25T00:00:00Z").map(({ day }) => day)).size).toBe(35);
  expect(days("2026-10-25T00:00:00Z").find(({ isToday }) => isToday)?.day).toBe("2026-10-25");
});

/** A month that is always ahead. */
const YEAR = new Date().getUTCFullYear() + 1;
const WEEKDAY = new Date(Date.UTC(YEAR, 3, 2)).toLocaleDateString("en", {
  weekday: "long",
  timeZone: "UTC",
});

test("a scheduled episode is moved to a time of the person's clock, and back", async () => {
  const was = momentIn("Europe/Rome", `${YEAR}-03-20T07:30`);
  const episode_id = await makeEpisode(world, show_id, {
    title: "Mo<b>ved",
    published_at: null,
    auto_published_at: was,
  });
  const stored = async () =>
    (
      await world.deps.db
        .selectFrom("episodes")
        .select("auto_published_at")
        .where("episode_id", "=", episode_id)
        .executeTakeFirstOrThrow()
    ).auto_published_at;
  const path = `/studio/shows/${show_id}/calendar?month=${YEAR}-03`;
  const { text } = await browser.open(path);
  expect(text).toContain(`data-at="${YEAR}-03-20T07:30"`);
  expect(text).toContain("Mo&lt;b&gt;ved");
  // Clocks go forward between the two.
  const action = `/studio/episodes/${episode_id}/schedule`;
  const moved = await browser.submit({ at: `${YEAR}-04-02T07:30` }, action);
  expect(moved.url.pathname + moved.url.search).toContain(`${path}&done=moved`);
  expect(moved.text).toContain(
    `“Mo&lt;b&gt;ved” is scheduled for ${WEEKDAY}, 2 April ${YEAR} at 07:30.`,
  );
  expect(localTime("Europe/Rome", (await stored()) ?? new Date())).toBe(`${YEAR}-04-02T07:30`);
  expect(((await stored()) ?? new Date()).toISOString()).toBe(`${YEAR}-04-02T05:30:00.000Z`);
  const undone = await browser.submit({}, "/studio/episodes/undo");
  expect(undone.text).toContain("The change was undone.");
  expect(await stored()).toEqual(was);
  for (const [at, problem] of [
    ["2020-01-01T10:00", "has passed"],
    ["", "Choose a date"],
    [`${YEAR}-02-30T10:00`, "Choose a date"],
  ] as const) {
    await browser.open(path);
    const refused = await browser.submit({ at }, action);
    expect(refused.status, at).toBe(400);
    expect(refused.text, at).toContain(problem);
  }
  await browser.open(path);
  const forged = await browser.submit({ at: `${YEAR}-04-02T07:30`, csrf: "forged" }, action);
  expect(forged.status).toBe(403);
  expect(await stored()).toEqual(was);
});

test("published episodes are shown and cannot be moved, and an empty month says what to do", async () => {
  const episode_id = await makeEpisode(world, show_id, {
    title: "Out",
    published_at: new Date("2024-05-03T08:00:00Z"),
  });
  const { text } = await browser.open("/studio/calendar?month=2024-05");
  expect(text).toMatch(/data-day="2024-05-03"[\s\S]*?10:00[\s\S]*?Out/);
  const action = `/studio/episodes/${episode_id}/schedule`;
  expect(text).not.toContain(action);
  await browser.open(action);
  const refused = await browser.submit({ at: `${YEAR}-04-02T07:30` }, action);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("not scheduled any more");
  expect((await browser.open("/studio/calendar?month=2023-05")).text).toContain("See drafts");
  expect((await browser.open("/studio/calendar?month=2023-17")).status).toBe(200);
});
