/** Tests that only who holds the printed code sets up a server, once, and that strangers can take nothing until then. */
import { expect, onTestFinished, test } from "vitest";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { openWorld, type World } from "../../../../test/setup/world.ts";
import { createUser } from "../../people/users/actions.ts";
import { listUsers } from "../../people/users/store.ts";
import { makeCode } from "./actions.ts";

/** A server without users. */
async function newServer(env: Record<string, string> = {}) {
  const world = await openWorld({ TRUST_PROXY: "true", ...env });
  onTestFinished(() => world.close());
  return world;
}

const codeOf = async ({ deps }: World): Promise<string> => {
  const code = await makeCode(deps);
  if (code === null) throw new Error("there is a user");
  return code;
};

const surfer = ({ baseUrl }: World, address = "192.0.2.1"): Surfer =>
  createSurfer(baseUrl, { "x-forwarded-for": address });

const ACCOUNT = {
  username: "ada",
  fullname: "Ada",
  email: "ada@example.org",
  password: "correct horse",
};

const adminsOf = async ({ deps }: World): Promise<string[]> =>
  (await listUsers(deps.db)).filter(({ is_admin }) => is_admin).map(({ username }) => username);

test("with the code: name the site, become its admin, and the setup is over", async () => {
  const world = await newServer();
  const browser = surfer(world);
  const begun = await browser.open(`/setup?code=${await codeOf(world)}`);
  expect(begun.url.pathname + begun.url.search).toBe("/");
  expect(begun.text).toContain("Name your site");
  const next = await browser.submit({
    name: "Harbour Radio",
    tagline: "Voices from the quay",
    accent: "#12505a",
  });
  expect(next.url.pathname).toBe("/setup/account");
  const refused = await browser.submit({ ...ACCOUNT, password: "short" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('value="ada@example.org"');
  expect(await adminsOf(world)).toEqual([]);
  const made = await browser.submit(ACCOUNT);
  expect(made.url.pathname).toBe("/setup/podcast");
  expect(await adminsOf(world)).toEqual(["ada"]);
  const { rows } = await world.deps.pool.query("select name, accent from site_identity");
  // The color was left as Longwave's own.
  expect(rows).toEqual([{ name: "Harbour Radio", accent: null }]);
  for (const path of ["/setup", "/setup?code=x", "/setup/site", "/setup/account"])
    expect((await browser.open(path)).url.pathname).toBe("/");
  expect((await browser.open("/studio")).status).toBe(200);
  // The tagline is the first line, and an empty site says how to begin instead of leading in a circle.
  expect((await browser.open("/")).text).toContain("<h1>Voices from the quay</h1>");
  const all = await browser.open("/popular");
  // The footer leads here from every page.
  const [content = ""] = /<main.*<\/main>/s.exec(all.text) ?? [];
  expect(content).toContain("Start your first show");
  expect(content).not.toContain('href="/popular"');
});

test("the code goes to a cookie that neither scripts nor other sites can use", async () => {
  const world = await newServer({ PUBLIC_URL: "https://pods.example" });
  const code = await codeOf(world);
  const answer = await fetch(`${world.baseUrl}/setup?code=${code}`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/setup?begin=1"]);
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie.split("; ").sort()).toEqual(
    [`longwave_setup=${code}`, "HttpOnly", "Path=/", "SameSite=Strict", "Secure"].sort(),
  );
  // From a link of another site the cookie is only sent with the next page, which this one leads to.
  const begun = await (await fetch(`${world.baseUrl}/setup?begin=1`)).text();
  expect(begun).toContain('<meta http-equiv="refresh" content="0; url=/">');
  expect(begun).not.toContain("Name your site");
  const { rows } = await world.deps.pool.query("select code_hash from setup_codes");
  expect(JSON.stringify(rows)).not.toContain(code);
});

test("strangers can take nothing: not a page, not an account, not the site's name", async () => {
  const world = await newServer();
  await codeOf(world);
  const browser = surfer(world);
  const welcome = await browser.open("/");
  expect(welcome.text).toContain("open the link that it printed in its terminal");
  expect(welcome.text).not.toContain("Name your site");
  const csrf = /name="csrf" value="([^"]+)"/.exec(welcome.text)?.[1] ?? "";
  for (const [path, fields] of [
    ["/setup/site", { name: "Mine", tagline: "", accent: "" }],
    ["/setup/account", ACCOUNT],
    ["/sign-up", ACCOUNT],
  ] as const) {
    const page = await browser.open(path);
    expect([path, page.status]).toEqual([path, 403]);
    expect(page.text).not.toMatch(/name="(password|tagline)"/);
    await browser.open("/");
    // The form of the welcome, with its token, sent to the page.
    const sent = await fetchAs(browser, world, path, { ...fields, csrf });
    expect([path, sent.status]).toEqual([path, 403]);
  }
  for (const path of ["/setup/podcast", "/studio", "/studio/shows/new", "/studio/import"])
    expect((await browser.open(path)).url.pathname).toBe("/sign-in");
  for (const path of ["/v2/users", "/v2/users/1", "/v2/shows", "/v2/imports", "/oauth2/register"]) {
    const { status } = await world.api.post(path, { ...ACCOUNT, title: "Mine", language: "en" });
    expect([401, 403, 404], path).toContain(status);
  }
  const app = new URLSearchParams({ client_id: "x", response_type: "code" });
  expect((await browser.open(`/oauth2/authorize?${app}`)).status).toBeGreaterThanOrEqual(400);
  expect(await listUsers(world.deps.db)).toEqual([]);
  const { rows } = await world.deps.pool.query("select from site_identity");
  expect(rows).toEqual([]);
});

/** Sends a form from another page of the same browser. */
async function fetchAs(browser: Surfer, { baseUrl }: World, path: string, fields: object) {
  const answer = await browser.submit({ ...fields } as Record<string, string>, "/setup", path);
  expect(answer.url.href.startsWith(baseUrl)).toBe(true);
  return answer;
}

test("of two people who hold the code, exactly one becomes the admin", async () => {
  const world = await newServer();
  const code = await codeOf(world);
  const people = await Promise.all(
    ["ada", "eve", "mallory"].map(async (username, at) => {
      const browser = surfer(world, `192.0.2.${at + 1}`);
      await browser.open(`/setup?code=${code}`);
      await browser.open("/setup/account");
      return { browser, username };
    }),
  );
  const ends = await Promise.all(
    people.map(({ browser, username }) =>
      browser.submit({ ...ACCOUNT, username, email: `${username}@example.org` }),
    ),
  );
  const paths = ends.map(({ url }) => url.pathname);
  expect(paths.filter((path) => path === "/setup/podcast")).toHaveLength(1);
  expect(paths.filter((path) => path === "/")).toHaveLength(2);
  expect(await listUsers(world.deps.db)).toHaveLength(1);
  expect(await adminsOf(world)).toHaveLength(1);
});

test("a wrong code opens nothing, and guesses from one address have to wait", async () => {
  const world = await newServer();
  const code = await codeOf(world);
  world.setTime(new Date());
  const guesser = surfer(world, "198.51.100.7");
  const first = await guesser.open("/setup?code=guess");
  expect(first.url.pathname + first.url.search).toBe("/setup?refused=1");
  expect(first.text).toContain("That code isn’t valid");
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    await guesser.open("/setup");
    statuses.push((await guesser.submit({ code: `guess ${n}` }, "/setup")).status);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  // Who knows the code has to wait at that address too, and only there.
  expect((await guesser.open(`/setup?code=${code}`)).status).toBe(429);
  const operator = surfer(world, "203.0.113.1");
  await operator.open("/setup");
  expect((await operator.submit({ code }, "/setup")).text).toContain("Name your site");
});

test("a forged cookie is a guess like any other, and is forgotten", async () => {
  const world = await newServer();
  await codeOf(world);
  const headers = { cookie: "longwave_setup=forged", "x-forwarded-for": "198.51.100.8" };
  const answer = await fetch(`${world.baseUrl}/`, { headers });
  expect(await answer.text()).not.toContain("Name your site");
  expect(answer.headers.getSetCookie().join()).toContain("longwave_setup=; ");
  for (let n = 0; n < 10; n += 1) await fetch(`${world.baseUrl}/setup/site`, { headers });
  expect((await fetch(`${world.baseUrl}/setup/site`, { headers })).status).toBe(429);
});

test("a new code ends the old one", async () => {
  const world = await newServer();
  const old = await codeOf(world);
  const begun = surfer(world);
  await begun.open(`/setup?code=${old}`);
  const code = await codeOf(world);
  expect((await begun.open("/setup/account")).status).toBe(403);
  expect((await begun.open(`/setup?code=${old}`)).text).toContain("isn’t valid");
  expect((await begun.open(`/setup?code=${code}`)).text).toContain("Name your site");
});

test("a user made on the command line ends the setup and opens sign-up", async () => {
  const world = await newServer();
  const holder = surfer(world);
  await holder.open(`/setup?code=${await codeOf(world)}`);
  await holder.open("/setup/account");
  await createUser(world.deps, { ...ACCOUNT, username: "root_user", admin: true });
  const late = await holder.submit({ ...ACCOUNT, email: "late@example.org" });
  expect(await adminsOf(world)).toEqual(["root_user"]);
  expect(late.text).not.toContain("Bring a podcast");
  expect(await makeCode(world.deps)).toBeNull();
  const stranger = surfer(world, "192.0.2.9");
  expect((await stranger.open("/")).text).toContain("Sign in to publish one");
  await stranger.open("/sign-up");
  await stranger.submit({ ...ACCOUNT, username: "listener", email: "l@example.org" });
  expect(await adminsOf(world)).toEqual(["root_user"]);
});

test("the setup speaks the visitor's language", async () => {
  const world = await newServer();
  for (const [language, text] of Object.entries({
    de: "Willkommen bei Longwave",
    es: "Te damos la bienvenida a Longwave",
    fr: "Bienvenue dans Longwave",
    it: "Benvenuto in Longwave",
  })) {
    const answer = await fetch(world.baseUrl, { headers: { "accept-language": language } });
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(text);
  }
});
