/** Tokens and connected apps as a person with a browser makes, limits and revokes them. */
import { expect, test } from "vitest";
import { type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "../oauth/actions.ts";
import { createToken } from "../users/actions.ts";

const world = useWorld();
const PASSWORD = "correct horse";

const signedIn = (username: string) => signedInSurfer(world.baseUrl, username);

async function makeToken(browser: Surfer): Promise<string> {
  await browser.open("/settings/tokens");
  const page = await browser.submit(
    { name: "Backup", scope: "read", days: "30" },
    "/settings/tokens",
  );
  return /class="secret">([^<]+)</.exec(page.text)?.[1] ?? "";
}

/** Connects an app from a browser and returns the app's access token. */
async function connectedApp(browser: Surfer, username: string): Promise<string> {
  const { user_id } = await world.deps.db
    .selectFrom("users")
    .select("user_id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const redirect_uri = "http://localhost:7777/callback";
  const app = { name: "App", redirect_uris: [redirect_uri], public: false };
  const { client_id, client_secret } = await createClient(world.deps, app, user_id);
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: "code" });
  await browser.open(`/oauth2/authorize?${asked}`);
  const { url } = await browser.submit({ decision: "allow" }, undefined);
  const body = new URLSearchParams({
    client_id,
    client_secret: client_secret ?? "",
    redirect_uri,
    grant_type: "authorization_code",
    code: url.searchParams.get("code") ?? "",
  });
  const answer = await fetch(`${world.baseUrl}/oauth2/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test("tokens and apps survive a password change unless the person ends them too", async () => {
  const { username, token } = await world.person();
  const browser = await signedIn(username);
  const held = { token, app: await connectedApp(browser, username) };
  let later = 0;
  const good = async () => {
    later += 2000;
    world.setTime(new Date(Date.now() + later));
    const me = (bearer: string) =>
      world.api.get("/v2/me", { headers: { authorization: `Bearer ${bearer}` } });
    const statuses = [(await me(held.token)).status, (await me(held.app)).status];
    world.setTime(null);
    return statuses;
  };
  expect(await good()).toEqual([200, 200]);
  const change = async (fields: Record<string, string>) => {
    await browser.open("/settings/password");
    const given = { present: PASSWORD, password: PASSWORD, ...fields };
    return (await browser.submit(given, "/settings/password")).text;
  };
  expect(await change({})).toContain("Password changed");
  expect(await good()).toEqual([200, 200]);
  await change({ end_apps: "1" });
  expect(await good()).toEqual([200, 401]);
  await change({ end_tokens: "1" });
  expect(await good()).toEqual([401, 401]);
});

test("a token of scope basic requires the password; guesses are throttled", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  const make = async (present: string) => {
    await browser.open("/settings/tokens");
    const fields = { name: "All", scope: "basic", days: "30", present };
    return browser.submit(fields, "/settings/tokens");
  };
  expect((await make("")).text).toMatch(/id="present-error">That password is incorrect/);
  for (let n = 0; n < 4; n += 1) expect((await make("wrong")).status).toBe(400);
  const refused = await make(PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("longwave-limit")).toMatch(/^passwords-of-session;max=5/);
  world.setTime(new Date(Date.now() + 60_000));
  const made = await make(PASSWORD);
  world.setTime(null);
  const token = /class="secret">(lw_[^<]+)</.exec(made.text)?.[1] ?? "";
  expect((await world.api.get(`/v2/me?oauth2_access_token=${token}`)).status).toBe(200);
});

test("a user has at most a hundred tokens and a hundred sessions", async () => {
  const { username, user_id } = await world.person();
  const browser = await signedIn(username);
  const many = Array.from({ length: 98 }, () => createToken(world.deps, username));
  await Promise.all(many);
  const make = async () => {
    await browser.open("/settings/tokens");
    return browser.submit({ name: "One more", scope: "read", days: "30" }, "/settings/tokens");
  };
  expect((await make()).status).toBe(200);
  const refused = await make();
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Revoke one first.");
  const race = Array.from({ length: 4 }, () => createToken(world.deps, username));
  expect((await Promise.allSettled(race)).map(({ status }) => status)).not.toContain("fulfilled");
  const at = (n: number) => new Date(Date.now() - 1000 * n);
  await world.deps.db
    .insertInto("sessions")
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        user_id,
        browser: "Old",
        secret_hash: Buffer.from(`old ${user_id} ${n}`),
        created_at: at(n),
        last_seen_at: at(n),
        expires_at: new Date(Date.now() + 1e9),
      })),
    )
    .execute();
  const newest = await signedIn(username);
  const { text } = await newest.open("/settings/sessions");
  expect(text.match(/<li>\s*<div>/g)).toHaveLength(100);
  expect(text).toContain("this browser</span>");
});

test("a user cannot end another user's session or token", async () => {
  const victim = await signedIn((await world.person()).username);
  await signedIn((await world.person()).username);
  const token = await makeToken(victim);
  const { text } = await victim.open("/settings/tokens");
  const token_id = /token_id=(\d+)"/.exec(text)?.[1] ?? "";
  const stranger = await world.person();
  const browser = await signedIn(stranger.username);
  await signedIn(stranger.username);
  const own = (await browser.open("/settings/sessions")).text;
  const newest = Number(/session_id=(\d+)"/.exec(own)?.[1]);
  for (let session_id = 1; session_id < newest - 1; session_id += 1) {
    await browser.open("/settings/sessions/end?session_id=others");
    await browser.submit({ session_id: String(session_id) }, "/settings/sessions/end");
  }
  const asked = await browser.open(`/settings/tokens/revoke?token_id=${token_id}`);
  expect(asked.text).not.toContain("Backup");
  await makeToken(browser);
  const { text: mine } = await browser.open("/settings/tokens");
  await browser.open(`/settings/tokens/revoke?token_id=${/token_id=(\d+)"/.exec(mine)?.[1]}`);
  await browser.submit({ token_id }, "/settings/tokens/revoke");
  expect((await victim.open("/settings")).url.pathname).toBe("/settings");
  world.setTime(new Date(Date.now() + 2000));
  expect((await world.api.get(`/v2/me?oauth2_access_token=${token}`)).status).toBe(200);
  world.setTime(null);
});

test("a token is shown once, works, shows its last use, and can be revoked", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  const token = await makeToken(browser);
  const path = `/v2/users/me?oauth2_access_token=${token}`;
  expect((await world.api.get(path)).status).toBe(200);
  const { text } = await browser.open("/settings/tokens");
  expect(text).not.toContain(token);
  expect(text).toContain("<strong>Backup</strong> · read only");
  expect(text).toMatch(/last used <time/);
  const token_id = /token_id=(\d+)">Revoke<span class="hidden"> Backup/.exec(text)?.[1];
  const asked = await browser.open(`/settings/tokens/revoke?token_id=${token_id}`);
  expect(asked.text).toContain("<h1>Revoke “Backup”?</h1>");
  const revoked = await browser.submit({}, "/settings/tokens/revoke");
  expect(revoked.text).toContain("Token revoked.");
  world.setTime(new Date(Date.now() + 2000));
  expect((await world.api.get(path)).status).toBe(401);
  world.setTime(null);
});
