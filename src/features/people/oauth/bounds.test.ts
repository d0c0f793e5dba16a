/** Limits on what an address, user, app or connection can make the authorization server store. */
import { once } from "node:events";
import http from "node:http";
import { expect, test } from "vitest";
import { openRaw } from "../../../../test/hostile/raw.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "./actions.ts";
import { oauthJobs } from "./jobs.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const REDIRECT = "http://localhost:7777/callback";
type App = { client_id: string; client_secret: string | null };

const app = (owner: number | null = null, isPublic = false): Promise<App> =>
  createClient(world.deps, { name: "App", redirect_uris: [REDIRECT], public: isPublic }, owner);

const post = async (path: string, fields: Record<string, string>, address = "192.0.2.1") => {
  const answer = await fetch(world.baseUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "x-forwarded-for": address },
  });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, headers: answer.headers, body };
};

const countOf = async (kind: string): Promise<number> =>
  (
    await world.deps.db
      .selectFrom("oauth_records")
      .select("kind")
      .where("kind", "=", kind)
      .execute()
  ).length;

async function signedIn(): Promise<Surfer> {
  const { username } = await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  return browser;
}

/** Signs in for `app` and returns the code; from the second time on without a consent page. */
async function codeFor(browser: Surfer, { client_id }: App): Promise<string> {
  const asked = { client_id, redirect_uri: REDIRECT, response_type: "code", scope: "read" };
  let sight = await browser.open(`/oauth2/authorize?${new URLSearchParams(asked)}`);
  if (sight.status === 200) sight = await browser.submit({ decision: "allow" });
  return sight.url.searchParams.get("code") ?? "";
}

const credentials = ({ client_id, client_secret }: App) => ({
  client_id,
  client_secret: client_secret ?? "",
});

async function tokensFor(browser: Surfer, of: App) {
  const code = await codeFor(browser, of);
  const grant_type = "authorization_code";
  const fields = { ...credentials(of), grant_type, redirect_uri: REDIRECT, code };
  return (await post("/oauth2/token", fields)).body;
}

test("sign-ins started from one address are limited, with an error in OAuth's format", async () => {
  world.setTime(new Date());
  const { client_id } = await app(null, true);
  const begin = (address?: string) => post("/oauth2/device_authorization", { client_id }, address);
  const before = await countOf("DeviceCode");
  const statuses: number[] = [];
  for (let n = 0; n < 70; n += 1) statuses.push((await begin()).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect((await countOf("DeviceCode")) - before).toBe(60);
  const refused = await begin();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    error: "temporarily_unavailable",
    error_description: expect.stringContaining("Try again in"),
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("longwave-limit")).toMatch(/^app-sign-ins-of-address/);
  expect((await begin("192.0.2.2")).status).toBe(200);
  world.setTime(new Date(Date.now() + 600_000));
  expect((await begin()).status).toBe(200);
  world.setTime(null);
});

test("a connection stays open after a form that is too large", async () => {
  const { hostname, port } = new URL(world.baseUrl);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, path: string, body: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const request = http.request({ hostname, port, agent, method, path, headers });
    request.end(body);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return [answer.statusCode, request.reusedSocket];
  };
  expect(await ask("POST", "/oauth2/revoke", `token=${"x".repeat(2 ** 20)}`)).toEqual([400, false]);
  expect(await ask("GET", "/oauth2/jwks", "")).toEqual([200, true]);
  agent.destroy();
});

test("an anonymous device page is stored for an hour, not for a month", async () => {
  await fetch(`${world.baseUrl}/oauth2/device`, { headers: { "x-forwarded-for": "192.0.2.3" } });
  const rows = await world.deps.db
    .selectFrom("oauth_records")
    .select("expires_at")
    .where("kind", "=", "Session")
    .where("user_id", "is", null)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { expires_at } of rows)
    expect(expires_at?.getTime()).toBeLessThan(Date.now() + 3_700_000);
});

test("a user can register fifty apps at most, each with ten redirect URIs at most", async () => {
  const { user_id } = await world.person();
  const made = await Promise.allSettled(Array.from({ length: 53 }, () => app(user_id)));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  const redirect_uris = Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`);
  const long = createClient(world.deps, { name: "Wide", redirect_uris, public: false }, null);
  await expect(long).rejects.toThrow("at most 10 entries");
});

test("a connection keeps its newest hundred tokens", async () => {
  const [browser, of] = [await signedIn(), await app()];
  const first = await tokensFor(browser, of);
  const { db } = world.deps;
  const { grant_id, user_id } = await db
    .selectFrom("oauth_records")
    .select(["grant_id", "user_id"])
    .where("kind", "=", "Grant")
    .executeTakeFirstOrThrow();
  const issued = (kind: string) =>
    Array.from({ length: 120 }, (_, n) => ({
      kind,
      grant_id,
      user_id,
      id_hash: Buffer.from(`${kind} ${n}`),
      payload: "{}",
      expires_at: new Date(Date.now() + 1e9),
    }));
  const rows = [...issued("AccessToken"), ...issued("RefreshToken")];
  await db.insertInto("oauth_records").values(rows).execute();
  const last = await tokensFor(browser, of);
  expect(await countOf("Grant")).toBe(1);
  expect(await countOf("AccessToken")).toBe(100);
  expect(await countOf("RefreshToken")).toBe(100);
  const status = async (token: string | undefined) =>
    (await world.api.get(`/v2/me?oauth2_access_token=${token}`)).status;
  expect([await status(first.access_token), await status(last.access_token)]).toEqual([401, 200]);
});

test("a connection that refreshes constantly is throttled, and keeps its token", async () => {
  const [browser, of] = [await signedIn(), await app()];
  world.setTime(new Date());
  let { refresh_token = "" } = await tokensFor(browser, of);
  const refresh = () =>
    post("/oauth2/token", { ...credentials(of), grant_type: "refresh_token", refresh_token });
  for (let n = 0; n < 60; n += 1) refresh_token = (await refresh()).body.refresh_token ?? "";
  const refused = await refresh();
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe("temporarily_unavailable");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  world.setTime(new Date(Date.now() + 1_200_000));
  expect((await refresh()).status).toBe(200);
  world.setTime(null);
});

test("expired records and deleted apps are purged", async () => {
  const { user_id } = await world.person();
  const { client_id } = await app(user_id);
  await world.deps.db
    .updateTable("oauth_clients")
    .set({ deleted_at: new Date() })
    .where("client_id", "=", client_id)
    .execute();
  world.setTime(new Date(Date.now() + 500 * 86_400_000));
  for (const { run } of oauthJobs(world.deps)) await run({}, { last: false });
  world.setTime(null);
  expect(await world.deps.db.selectFrom("oauth_records").selectAll().execute()).toEqual([]);
  const apps = await world.deps.db.selectFrom("oauth_clients").select("client_id").execute();
  expect(apps.map((row) => row.client_id)).not.toContain(client_id);
});

test("a request for a token that does not say that it has no body is refused at once", async () => {
  const request = "POST /oauth2/token HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n";
  const refusals = ["", "content-type: application/x-www-form-urlencoded\r\n"].map(
    (more) => openRaw(world.baseUrl, `${request}${more}\r\n`).closed,
  );
  for (const refusal of await Promise.all(refusals)) expect(refusal).toMatch(/^HTTP\/1.1 400 /);
});
