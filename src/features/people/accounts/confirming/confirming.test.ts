/** Tests how people confirm their e-mail address: by a mail, once for each address, and never for somebody else's. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../../../../test/setup/smtp.ts";
import { createSurfer, signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { openWorld } from "../../../../../test/setup/world.ts";
import { allJobs } from "../../../../app/jobs.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, PUBLIC_URL: "https://pods.example" });
});
afterEach(() => {
  world.setTime(null);
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

/** Runs the queued mails as a worker would. */
async function work(): Promise<void> {
  const { rows } = await world.deps.pool.query(
    "delete from owned_jobs where kind = 'mail' returning name, payload",
  );
  for (const { name, payload } of rows)
    await allJobs(world.deps)
      .find((one) => one.name === name)
      ?.run(payload, { last: false });
}

/** Asks for a mail on the settings page, and returns the code in it. */
async function codeFor(username: string): Promise<string> {
  const surfer = await signedInSurfer(world.baseUrl, username);
  const before = await surfer.open("/settings/email");
  expect(before.text).toContain("You have not confirmed this address.");
  const asked = await surfer.submit({}, "/settings/email/confirm");
  expect(asked.text).toContain("We have sent you an e-mail");
  await work();
  return /confirm-email\?code=([\w.-]+)/.exec(mailbox.mails.at(-1) ?? "")?.[1] ?? "";
}

const enter = async (code: string) => {
  const anyone = createSurfer(world.baseUrl);
  await anyone.open(`/confirm-email?code=${code}`);
  return anyone.submit({ code });
};

const standing = async (username: string): Promise<string> =>
  (await (await signedInSurfer(world.baseUrl, username)).open("/settings/email")).text;

test("the mailed link confirms the address, in any browser, until the address changes", async () => {
  const { username } = await world.person();
  const code = await codeFor(username);
  expect(mailbox.mails[0]).toContain(`To: ${username}@example.org`);
  expect((await enter(code)).text).toContain("Your address is confirmed.");
  expect(await standing(username)).toContain("You have confirmed this address.");
  const surfer = await signedInSurfer(world.baseUrl, username);
  await surfer.open("/settings/email");
  const other = { email: `${username}@example.com`, present: "correct horse" };
  await surfer.submit(other, "/settings/email");
  expect(await standing(username)).toContain("You have not confirmed this address.");
  // The code was mailed to the old address.
  expect((await enter(code)).status).toBe(400);
  await surfer.open("/settings/email");
  await surfer.submit({ ...other, email: `${username}@example.org` }, "/settings/email");
  expect(await standing(username)).toContain("You have confirmed this address.");
});

test("a code that is old, of somebody else, or made up confirms nothing", async () => {
  const [ada, eve] = [await world.person(), await world.person()];
  const code = await codeFor(ada.username);
  const [, ...rest] = code.split(".");
  for (const wrong of [[eve.user_id, ...rest].join("."), `${code.slice(0, -4)}AAAA`, "x", ""]) {
    const { status, text } = await enter(wrong);
    expect(status, wrong).toBe(400);
    expect(text).not.toContain("is confirmed.");
  }
  world.setTime(new Date(Date.now() + 8 * 86_400_000));
  expect((await enter(code)).text).toContain("This code is invalid or has expired.");
  world.setTime(null);
  expect(await standing(eve.username)).toContain("You have not confirmed this address.");
});

test("nobody is sent many of these mails", async () => {
  const { username } = await world.person();
  for (let n = 0; n < 3; n += 1) await codeFor(username);
  const surfer = await signedInSurfer(world.baseUrl, username);
  await surfer.open("/settings/email");
  expect((await surfer.submit({}, "/settings/email/confirm")).status).toBe(429);
  await work();
  expect(mailbox.mails).toHaveLength(3);
});

test("a password that was reset by a mailed link confirms the address, too", async () => {
  const { username } = await world.person();
  const anyone = createSurfer(world.baseUrl);
  await anyone.open("/forgot-password");
  await anyone.submit({ login: username });
  await work();
  const code = /reset-password\?code=([\w-]+)/.exec(mailbox.mails.at(-1) ?? "")?.[1] ?? "";
  await anyone.open(`/reset-password?code=${code}`);
  await anyone.submit({ code, password: "correct horse" });
  expect(await standing(username)).toContain("You have confirmed this address.");
});
