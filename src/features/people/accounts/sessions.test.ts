/** Sessions as a person with a browser sees and ends them. */
import { expect, test } from "vitest";
import { signedInSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const PASSWORD = "correct horse";

const signedIn = (username: string) => signedInSurfer(world.baseUrl, username);

test("signing in again starts a new session and ends the old one", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: PASSWORD });
  const { text } = await browser.open("/settings/sessions");
  expect(text.match(/<li>\s*<div>/g)).toHaveLength(1);
});

test("changing the password requires the current one and signs out the other browsers", async () => {
  const { username } = await world.person();
  const [here, there] = [await signedIn(username), await signedIn(username)];
  await here.open("/settings/password");
  const wrong = await here.submit(
    { present: "not it", password: "battery staple" },
    "/settings/password",
  );
  expect(wrong.status).toBe(400);
  expect((await there.open("/settings")).url.pathname).toBe("/settings");
  await here.open("/settings/password");
  const done = await here.submit(
    { present: PASSWORD, password: "battery staple" },
    "/settings/password",
  );
  expect(done.text).toContain("Password changed");
  expect((await there.open("/settings")).url.pathname).toBe("/sign-in");
  expect((await there.submit({ login: username, password: PASSWORD })).status).toBe(400);
});

test("sessions are listed, and ended one by one or all others at once", async () => {
  const { username } = await world.person();
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const fox = await signedInSurfer(world.baseUrl, username, { "user-agent": agent });
  const here = await signedIn(username);
  const third = await signedIn(username);
  const { text } = await here.open("/settings/sessions");
  expect(text).toContain("Firefox on Linux");
  const german = (await third.open("/language/de?next=%2Fsettings%2Fsessions")).text;
  expect(german).toContain("Firefox unter Linux");
  const ids = [...text.matchAll(/session_id=(\d+)"/g)].map(([, id]) => id ?? "");
  expect(ids).toHaveLength(2);
  const asked = await here.open(`/settings/sessions/end?session_id=${ids[1]}`);
  expect(asked.text).toContain("<h1>Sign out Firefox on Linux?</h1>");
  expect((await fox.open("/settings")).url.pathname).toBe("/settings");
  await here.open(`/settings/sessions/end?session_id=${ids[1]}`);
  const ended = await here.submit({}, "/settings/sessions/end");
  expect(ended.text).toContain("That browser has been signed out.");
  expect((await fox.open("/settings")).url.pathname).toBe("/sign-in");
  await here.open("/settings/sessions/end?session_id=others");
  const others = await here.submit({}, "/settings/sessions/end");
  expect(others.text).toContain("All other browsers have been signed out.");
  expect((await third.open("/settings")).url.pathname).toBe("/sign-in");
  expect((await here.open("/settings")).url.pathname).toBe("/settings");
});

test("a session expires a month after its last use", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  world.setTime(days(29));
  expect((await browser.open("/settings")).url.pathname).toBe("/settings");
  world.setTime(days(58));
  expect((await browser.open("/settings")).url.pathname).toBe("/settings");
  world.setTime(days(89));
  expect((await browser.open("/settings")).url.pathname).toBe("/sign-in");
  world.setTime(null);
});
