/** Tests the notes on the time line of numbers over HTTP: written, shown, changed, deleted, refused. */
import { beforeAll, expect, test } from "vitest";
import { DAYS, makeHeardShow } from "../../../../test/setup/heardshow.ts";
import type { Surfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let browser: Surfer;
let root: string;
beforeAll(async () => {
  ({ browser, root } = await makeHeardShow(world));
});

const open = async () => (await browser.open(`${root}?${DAYS}`)).text;

test("a note is written, shown on the time line, changed, and deleted; a stale change is refused", async () => {
  await browser.open(`${root}/notes/new`);
  const at = "2026-06-11T09:30";
  const saved = await browser.submit({ at, text: "On the <radio>" }, `${root}/notes/new`);
  expect(saved.text).toContain("Note saved.");
  const text = await open();
  expect(text).toContain("<title>On the &lt;radio&gt;</title>");
  const path = /href="([^"]*\/notes\/\d+)"/.exec(text)?.[1] ?? "";
  await browser.open(path);
  const stale = await browser.submit({ at, text: "Changed", revision: "1" }, path);
  expect(stale.text).toContain("Somebody else has changed this note.");
  await browser.open(path);
  await browser.submit({ at: "2026-06-12T09:30", text: "On television" }, path);
  expect(await open()).toContain("<title>On television</title>");
  await browser.open(path);
  const deleted = await browser.submit({}, `${path}/delete`);
  expect(deleted.text).toContain("Note deleted.");
  expect(await open()).not.toContain("On television");
});

test("a note without a date or text is refused beside its field", async () => {
  await browser.open(`${root}/notes/new`);
  const { status, text } = await browser.submit({ at: "soon", text: "A" }, `${root}/notes/new`);
  expect(status).toBe(400);
  expect(text).toContain('aria-invalid="true"');
});

test("a form without the token changes nothing", async () => {
  const { status } = await fetch(`${world.baseUrl}${root}/notes/new`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "at=2026-06-11T09%3A30&text=Evil",
    redirect: "manual",
  });
  expect([303, 403]).toContain(status);
  expect(await open()).not.toContain("Evil");
});
