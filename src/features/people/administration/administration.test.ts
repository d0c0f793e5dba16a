/** Tests what admins do with accounts, over HTTP: finding, verifying, suspending, and what a suspension refuses. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let admin: Person;
let ada: Person;
let account: string;

beforeAll(async () => {
  admin = await world.person({ admin: true });
  ada = await world.person({ username: "ada_of_the_ferry" });
  account = `/v2/admin/users/${ada.user_id}`;
});

const REASON = "Advertising in messages.";
const suspend = (reason = REASON) => admin.api.put(`${account}/suspension`, { reason });
const settle = () => admin.api.delete(`${account}/suspension`);

/** Longer than a process remembers a token. */
const tokensAreReadAgain = () => new Promise((resolve) => setTimeout(resolve, 1600));

test("accounts are found by a part of their name, their address or their id", async () => {
  const found = async (q: string) =>
    (await admin.api.get(`/v2/admin/users?q=${encodeURIComponent(q)}`)).response.items.map(
      ({ username }: { username: string }) => username,
    );
  const { response } = await admin.api.get(account);
  for (const q of ["of_the_FERRY", "@ada_of_the", response.account.email, String(ada.user_id)])
    expect(await found(q), q).toContain(ada.username);
  expect(await found("%")).toEqual([]);
  expect(response.account).toMatchObject({ verified: false, suspended_at: null, shows_count: 0 });
});

test("an admin verifies a user, which the audit log says", async () => {
  expect((await admin.api.post(account, { verified: true })).response.account.verified).toBe(true);
  expect((await world.api.get(`/v2/users/${ada.user_id}`)).response.user.verified).toBe(true);
  const { response } = await admin.api.get(`/v2/admin/audit?subject=user:${ada.user_id}`);
  expect(response.items[0]).toMatchObject({
    actor: { username: admin.username },
    subject: `user:${ada.user_id}`,
    subject_name: ada.username,
    before: { verified: false },
    after: { verified: true },
  });
});

test("a suspension signs out, refuses tokens and the sign-in with its reason, and ends without a trace", async () => {
  const browser = createSurfer(world.baseUrl);
  const signIn = async () => {
    await browser.open("/sign-in");
    return browser.submit({ login: ada.username, password: "correct horse" });
  };
  await signIn();
  expect((await suspend()).status).toBe(200);
  expect((await browser.open("/studio")).url.pathname).toBe("/sign-in");
  await tokensAreReadAgain();
  const refused = await ada.api.get("/v2/me");
  expect(refused).toMatchObject({ status: 403, error: { type: "account-suspended" } });
  expect(refused.text).toContain(REASON);
  const form = await signIn();
  expect(form.status).toBe(403);
  expect(form.text).toContain(`This account is suspended: ${REASON}`);
  expect((await settle()).response.account.suspended_at).toBeNull();
  await tokensAreReadAgain();
  expect((await ada.api.get("/v2/me")).status).toBe(200);
  expect((await signIn()).url.pathname).toBe("/");
  const { response } = await admin.api.get(`/v2/admin/audit?subject=user:${ada.user_id}&limit=2`);
  expect(response.items.map(({ action }: { action: string }) => action)).toEqual([
    "unsuspend",
    "suspend",
  ]);
});

test("a wrong password does not tell that the account is suspended", async () => {
  await suspend();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  const { text } = await browser.submit({ login: ada.username, password: "wrong horse" });
  expect(text).not.toContain("suspended");
  await settle();
});

test("admins cannot suspend themselves, and a suspension needs a reason", async () => {
  const own = await admin.api.put(`/v2/admin/users/${admin.user_id}/suspension`, { reason: "x" });
  expect(own).toMatchObject({ status: 409, error: { type: "own-account" } });
  expect((await suspend(" ")).error.fields).toHaveProperty("reason");
  expect((await admin.api.get("/v2/admin/users/999999")).status).toBe(404);
});

test("a decision on a reported message names the admin, and can be taken back", async () => {
  const owner = await world.person();
  const episode_id = await makeEpisode(world, await makeShow(world, owner));
  const messages = `/v2/episodes/${episode_id}/messages`;
  const { response } = await ada.api.post(messages, { text: "Buy pills" });
  const { message_id } = response.message;
  await owner.api.post(`${messages}/${message_id}/report-abuse`, { reason: "Spam" });
  const decision = `/v2/admin/reports/${message_id}/decision`;
  const shown = async () => (await world.api.get(messages)).response.items.length;
  const listed = async (state: string) =>
    (await admin.api.get(`/v2/admin/reports?state=${state}`)).response.items;
  expect(await listed("open")).toMatchObject([
    { message_id, author: { username: ada.username }, reports: [{ reason: "Spam" }] },
  ]);
  const both = { decision: "remove", suspend_author: true };
  expect((await admin.api.put(decision, both)).error.fields).toHaveProperty("reason");
  expect((await admin.api.put(decision, { ...both, reason: REASON })).status).toBe(200);
  expect([await shown(), await listed("open")]).toEqual([0, []]);
  expect(await listed("decided")).toMatchObject([
    { message_id, decision: "remove", decided_by: { username: admin.username }, deleted: true },
  ]);
  expect((await admin.api.get(account)).response.account.suspension_reason).toBe(REASON);
  expect((await admin.api.delete(decision)).status).toBe(200);
  expect([await shown(), (await listed("open")).length]).toEqual([1, 1]);
  await settle();
});

test("a hidden list is seen by admins only, until it is published", async () => {
  const { response } = await admin.api.post("/v2/explore/lists", { name: "Soon", hidden: true });
  const { list_id } = response.list;
  const path = `/v2/explore/lists/${list_id}`;
  expect((await world.api.get(path)).status).toBe(404);
  expect((await world.api.get("/v2/explore/lists")).response.items).toEqual([]);
  expect((await admin.api.get("/v2/admin/lists?q=soo")).response.items).toMatchObject([
    { list_id, hidden: true, shows_count: 0 },
  ]);
  await admin.api.put(path, { hidden: false });
  expect((await world.api.get(path)).status).toBe(200);
});

test("the log is filtered by who acted, what they did and when", async () => {
  const count = async (query: string) =>
    (await admin.api.get(`/v2/admin/audit?${query}`)).response.items.length;
  expect(await count(`actor=${admin.username}&action=suspend`)).toBeGreaterThan(1);
  expect(await count(`actor=${ada.username}&action=suspend`)).toBe(0);
  expect(await count("from=2001-01-01&to=2001-12-31")).toBe(0);
  const wrong = await admin.api.get("/v2/admin/audit?actor=nobody_here");
  expect(wrong.error.fields).toHaveProperty("actor");
});
