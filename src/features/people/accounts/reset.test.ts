/** Resetting a forgotten password: by mail, or by the operator on servers without mail. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../../../test/setup/smtp.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { openWorld, useWorld } from "../../../../test/setup/world.ts";
import { allJobs } from "../../../app/jobs.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
const silent = useWorld({ SIGNUP: "closed" });

beforeAll(async () => {
  mailbox = await openMailbox();
  const PUBLIC_URL = "https://pods.example";
  world = await openWorld({ SMTP_URL: mailbox.url, PUBLIC_URL, TRUST_PROXY: "true" });
});
afterEach(() => {
  world.setTime(null);
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

/** Runs the queued jobs as a worker would. */
async function work(): Promise<void> {
  const mailReset = allJobs(world.deps).find(({ name }) => name === "accounts.mail-reset");
  const { rows } = await world.deps.pool.query(
    "delete from owned_jobs where kind = 'mail' returning payload",
  );
  for (const { payload } of rows) await mailReset?.run(payload, { last: false });
}

async function ask(login: string, address = "192.0.2.1") {
  const browser = createSurfer(world.baseUrl, { "x-forwarded-for": address });
  await browser.open("/forgot-password");
  const answer = await browser.submit({ login });
  await work();
  return { browser, answer };
}

const codeIn = (mail: string | undefined) =>
  /\/reset-password\?code=([\w-]+)/.exec(mail ?? "")?.[1] ?? "";

test("the mailed link sets a new password once and ends all sessions", async () => {
  const { username } = await world.person();
  const other = createSurfer(world.baseUrl);
  await other.open("/sign-in");
  await other.submit({ login: username, password: "correct horse" });
  const { browser, answer } = await ask(username);
  expect(answer.text).toContain("Check your inbox");
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  expect(mail).toContain(`To: ${username}@example.org`);
  expect(mail).toContain("From: Longwave <longwave@pods.example>");
  expect(mail).toContain("https://pods.example/reset-password?code=");
  const code = codeIn(mail);
  await browser.open(`/reset-password?code=${code}`);
  const short = await browser.submit({ code, password: "short" });
  expect(short.status).toBe(400);
  const done = await browser.submit({ code, password: "battery staple" });
  expect(done.text).toContain("Your new password is set");
  expect((await other.open("/settings")).url.pathname).toBe("/sign-in");
  const home = await browser.submit({ login: username, password: "battery staple" });
  expect(home.url.pathname).toBe("/");
  await browser.open(`/reset-password?code=${code}`);
  const again = await browser.submit({ code, password: "something else" }, "/reset-password");
  expect(again.status).toBe(400);
  expect(again.text).toContain("is invalid or has expired");
});

test("a password reset can also revoke tokens and disconnect apps", async () => {
  const { username, token } = await world.person();
  const { browser } = await ask(username, "192.0.2.61");
  const code = codeIn(mailbox.mails[0]);
  await browser.open(`/reset-password?code=${code}`);
  await browser.submit({ code, password: "battery staple" });
  const me = () => world.api.get("/v2/me", { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  mailbox.mails.length = 0;
  const again = await ask(username, "192.0.2.61");
  const next = codeIn(mailbox.mails[0]);
  await again.browser.open(`/reset-password?code=${next}`);
  await again.browser.submit({ code: next, password: "battery staple", end_tokens: "1" });
  world.setTime(new Date(Date.now() + 2000));
  expect((await me()).status).toBe(401);
});

test("before the response, the statements are the same whether or not the account exists", async () => {
  const { username } = await world.person();
  const queued = async (login: string) => {
    const browser = createSurfer(world.baseUrl, { "x-forwarded-for": "192.0.2.62" });
    await browser.open("/forgot-password");
    await browser.submit({ login });
    const { rows } = await world.deps.pool.query<{ payload: object }>(
      "delete from owned_jobs returning payload",
    );
    return rows.map(({ payload }) => Object.keys(payload));
  };
  expect(await queued("nobody_here")).toEqual(await queued(username));
});

test("a code expires after an hour", async () => {
  const { username } = await world.person();
  const { browser } = await ask(username);
  const code = codeIn(mailbox.mails[0]);
  world.setTime(new Date(Date.now() + 3_601_000));
  await browser.open(`/reset-password?code=${code}`);
  expect((await browser.submit({ code, password: "battery staple" })).status).toBe(400);
});

test("an unknown account gets the same response and no mail", async () => {
  const known = await ask((await world.person()).username, "192.0.2.7");
  mailbox.mails.length = 0;
  const unknown = await ask("nobody_here", "192.0.2.7");
  expect(unknown.answer.status).toBe(known.answer.status);
  expect(unknown.answer.text).toBe(known.answer.text);
  expect(mailbox.mails).toHaveLength(0);
});

test("nobody can flood another person's mailbox", async () => {
  world.setTime(new Date());
  const { username } = await world.person();
  for (let n = 0; n < 6; n += 1)
    expect((await ask(username, `203.0.113.${n}`)).answer.status).toBe(200);
  expect(mailbox.mails).toHaveLength(3);
});

test("without mail the page refers to the operator; a closed server rejects sign-ups", async () => {
  const browser = createSurfer(silent.baseUrl);
  const { text } = await browser.open("/forgot-password");
  expect(text).toContain("Ask the people who run it");
  // The command is for the operator, and folded.
  expect(text).toMatch(/<details class="unfold"><summary>[\s\S]*longwave user set/);
  const closed = await browser.open("/sign-up");
  expect(closed.status).toBe(403);
  expect(closed.text).toContain("Sign-up is closed");
  expect((await browser.open("/sign-in")).text).not.toContain("/sign-up");
});

test("expired records are deleted", async () => {
  const { username } = await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  await ask(username, "192.0.2.50");
  const purge = allJobs(world.deps).find(({ name }) => name === "accounts.purge");
  world.setTime(new Date(Date.now() + 40 * 86_400_000));
  await purge?.run({}, { last: false });
  for (const table of ["sessions", "attempts", "password_resets"] as const)
    expect(await world.deps.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});
