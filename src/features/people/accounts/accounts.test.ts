/** Sign-up, sign-in, forms and the profile as a person with a browser uses them. */
import { beforeAll, expect, test } from "vitest";
import { createSurfer, type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const PASSWORD = "correct horse";

// Sign-up is closed until the server has its first user.
beforeAll(() => world.person());

/** A browser with its own cookies and IP address. */
const surfer = (address = "192.0.2.1"): Surfer =>
  createSurfer(world.baseUrl, { "x-forwarded-for": address });

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
  expect(home.url.pathname).toBe("/");
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

test("the cursor is in the field to fill in next", async () => {
  const focusIn = (text: string) =>
    [...text.matchAll(/<input id="(\w+)"[^>]* autofocus/g)].map(([, name]) => name);
  const { username } = await world.person();
  const browser = surfer();
  expect(focusIn((await browser.open("/sign-in")).text)).toEqual(["login"]);
  // The name is right already, as far as anybody is told.
  const refused = await browser.submit({ login: username, password: "wrong horse" });
  expect(focusIn(refused.text)).toEqual(["password"]);
  await browser.open("/sign-up");
  const taken = await browser.submit({
    ...{ username, fullname: "Ada", email: "new@example.org", password: "correct horse" },
  });
  expect(taken.status).toBe(400);
  expect(focusIn(taken.text)).toEqual(["username"]);
  expect(focusIn((await browser.open("/sign-up")).text)).toEqual(["username"]);
  expect(focusIn((await browser.open("/reset-password?code=abc")).text)).toEqual(["password"]);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  // Who is signed in reads that first.
  expect(focusIn((await browser.open("/sign-in")).text)).toEqual([]);
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
    expect(landed.url.href, next).toBe(`${world.baseUrl}/`);
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
  const browser = await signedInSurfer(world.baseUrl, username);
  await browser.open("/settings");
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
