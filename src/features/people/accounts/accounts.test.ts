/** Sign-up, sign-in, sessions and settings as a person with a browser uses them. */
import { beforeAll, expect, test } from "vitest";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "../oauth/actions.ts";
import { createToken } from "../users/actions.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const PASSWORD = "correct horse";

// Sign-up is closed until the server has its first user.
beforeAll(() => world.person());

/** A browser with its own cookies and IP address. */
const surfer = (address = "192.0.2.1", headers: Record<string, string> = {}): Surfer =>
  createSurfer(world.baseUrl, { "x-forwarded-for": address, ...headers });

async function signedIn(username: string, address?: string): Promise<Surfer> {
  const browser = surfer(address);
  await browser.open("/sign-in");
  const home = await browser.submit({ login: username, password: PASSWORD });
  expect(home.url.pathname).toBe("/studio");
  await browser.open("/settings");
  return browser;
}

/** Posts a form without the cookies and headers that a browser would add. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(new URL(path, world.baseUrl), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers,
  });

test("a person signs up, is signed in, signs out, and signs in again by e-mail address", async () => {
  const browser = surfer();
  await browser.open("/sign-up");
  const fields = { username: "grace", fullname: "Grace <b>", email: "Grace@example.org" };
  const refused = await browser.submit({ ...fields, password: "short" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Use at least 8 characters.");
  expect(refused.text).toContain('value="Grace &lt;b&gt;"');
  const home = await browser.submit({ ...fields, password: PASSWORD });
  expect(home).toMatchObject({ status: 200 });
  expect(home.url.pathname).toBe("/studio");
  expect(home.text).not.toContain("Grace <b>");
  await browser.open("/settings");
  const out = await browser.submit({}, "/sign-out");
  expect(out.url.pathname).toBe("/sign-in");
  expect((await browser.open("/settings")).url.pathname).toBe("/sign-in");
  const again = await browser.submit({ login: "grace@EXAMPLE.org", password: PASSWORD });
  expect(again.url.pathname).toBe("/settings");
});

test("a taken username and a taken e-mail address are reported at their fields", async () => {
  await world.person({ username: "taken" });
  const browser = surfer("192.0.2.9");
  await browser.open("/sign-up");
  const answer = await browser.submit({
    username: "taken",
    fullname: "Other",
    email: "other@example.org",
    password: PASSWORD,
  });
  expect(answer.status).toBe(400);
  expect(answer.text).toMatch(/id="username-error">This is already taken/);
});

test("every page has security headers", async () => {
  const { headers } = await surfer().open("/sign-in");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("the stylesheet has a URL that can be cached forever", async () => {
  const { text } = await surfer().open("/sign-in");
  const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? "";
  const answer = await fetch(new URL(href, world.baseUrl));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/css/);
  expect(answer.headers.get("cache-control")).toContain("immutable");
});

test("scripts and other sites cannot read the session cookie", async () => {
  const { username } = await world.person();
  const page = await fetch(`${world.baseUrl}/sign-in`);
  const form = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const planted = "longwave_session=planted";
  const fields = { login: username, password: PASSWORD, csrf };
  const answer = await post("/sign-in", fields, { cookie: `${form}; ${planted}` });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^longwave_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/);
  expect(cookie).not.toContain("planted");
});

test("signing in again starts a new session and ends the old one", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: PASSWORD });
  const { text } = await browser.open("/settings/sessions");
  expect(text.match(/<li>\s*<div>/g)).toHaveLength(1);
});

test("a form is rejected without its token, with another session's token, or from another site", async () => {
  const { username } = await world.person();
  const fields = { login: username, password: PASSWORD };
  const bare = await post("/sign-in", fields);
  expect(bare.status).toBe(403);
  expect(bare.headers.get("content-type")).toMatch(/^text\/html/);
  const page = await fetch(`${world.baseUrl}/sign-in`);
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  expect((await post("/sign-in", { ...fields, csrf })).status).toBe(403);
  expect((await post("/sign-in", { ...fields, csrf: `${csrf}x` }, { cookie })).status).toBe(403);
  for (const foreign of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: world.baseUrl },
  ] as Record<string, string>[])
    expect((await post("/sign-in", { ...fields, csrf }, { cookie, ...foreign })).status).toBe(403);
  const own = await post("/sign-in", { ...fields, csrf }, { cookie, origin: world.baseUrl });
  expect(own.status).toBe(303);
});

test("a token from before the sign-in does not work afterwards", async () => {
  const { username } = await world.person();
  const browser = surfer();
  const before = await browser.open("/sign-in");
  const csrf = /name="csrf" value="([^"]+)"/.exec(before.text)?.[1] ?? "";
  await browser.submit({ login: username, password: PASSWORD });
  await browser.open("/settings");
  expect(
    (await browser.submit({ csrf, present: "x", password: PASSWORD }, "/settings")).status,
  ).toBe(403);
});

test("after sign-in, a person is redirected to the page they wanted, but only on this server", async () => {
  const { username } = await world.person();
  const browser = surfer();
  const asked = await browser.open("/settings/tokens");
  expect(asked.url.search).toBe("?next=%2Fsettings%2Ftokens");
  const there = await browser.submit({ login: username, password: PASSWORD });
  expect(there.url.pathname).toBe("/settings/tokens");
  for (const next of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "settings",
  ]) {
    await browser.open(`/sign-in?next=${encodeURIComponent(next)}`);
    const landed = await browser.submit({ login: username, password: PASSWORD });
    expect(landed.url.href, next).toBe(`${world.baseUrl}/studio`);
  }
});

test("wrong methods, wrong content types and invalid ids get HTML error pages", async () => {
  const put = await fetch(`${world.baseUrl}/sign-in`, { method: "PUT" });
  expect(put.status).toBe(405);
  expect(put.headers.get("allow")).toBe("GET, POST, HEAD");
  const json = await fetch(`${world.baseUrl}/sign-in`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(json.status).toBe(415);
  expect(json.headers.get("content-type")).toMatch(/^text\/html/);
});

test("the profile is shown, saved and validated", async () => {
  const { username, api } = await world.person();
  const browser = await signedIn(username);
  const fields = {
    fullname: "Ada Lovelace",
    username,
    description: "Numbers\nand letters",
    website_url: "https://ada.example/",
    location: "London",
    timezone: "Europe/London",
    content_languages: "en, it",
  };
  const refused = await browser.submit({ ...fields, website_url: "ftp://x" }, "/settings");
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(
    /id="website_url-error">Enter a web address such as https:\/\/example.org/,
  );
  expect(refused.text).toContain("Ada Lovelace");
  const saved = await browser.submit(fields, "/settings");
  expect(saved.text).toContain("Profile saved.");
  expect((await api.get(`/v2/users/${username}`)).response.user).toMatchObject({
    fullname: "Ada Lovelace",
    description: "Numbers\nand letters",
  });
  const renamed = await browser.submit({ ...fields, username: "ada_l" }, "/settings");
  expect(renamed.status).toBe(200);
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
  const answer = await post("/oauth2/token", {
    client_id,
    client_secret: client_secret ?? "",
    redirect_uri,
    grant_type: "authorization_code",
    code: url.searchParams.get("code") ?? "",
  });
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

test("sessions are listed, and ended one by one or all others at once", async () => {
  const { username } = await world.person();
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const fox = surfer("192.0.2.1", { "user-agent": agent });
  await fox.open("/sign-in");
  await fox.submit({ login: username, password: PASSWORD });
  const here = await signedIn(username);
  const third = await signedIn(username);
  const { text } = await here.open("/settings/sessions");
  expect(text).toContain("Firefox on Linux");
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

async function makeToken(browser: Surfer): Promise<string> {
  await browser.open("/settings/tokens");
  const page = await browser.submit(
    { name: "Backup", scope: "read", days: "30" },
    "/settings/tokens",
  );
  return /class="secret">([^<]+)</.exec(page.text)?.[1] ?? "";
}

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
