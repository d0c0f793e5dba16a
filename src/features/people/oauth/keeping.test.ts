/** Secrets that browsers, apps or devices present are not stored in plain text. */
import { expect, test } from "vitest";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "./actions.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const REDIRECT = "http://localhost:7777/callback";

/** All rows of all tables, as text. */
async function everything(): Promise<string> {
  const { rows } = await world.deps.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const tables = await Promise.all(
    rows.map(({ name }) => world.deps.pool.query(`select t::text as row from ${name} t`)),
  );
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join("\n");
}

/** The values of the cookies that a response sets. */
const cookiesOf = (answer: Response) =>
  answer.headers.getSetCookie().map((line) => {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
    return { name, value, line };
  });

async function post(path: string, fields: Record<string, string>) {
  const answer = await fetch(world.baseUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Record<string, string>;
}

const app = (isPublic: boolean) =>
  createClient(world.deps, { name: "App", redirect_uris: [REDIRECT], public: isPublic }, null);

const authorize = (client_id: string) =>
  `/oauth2/authorize?response_type=code&client_id=${client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}&scope=read`;

test("cookies of sign-in, OAuth and forms are not stored", async () => {
  const { username } = await world.person();
  const { client_id } = await app(false);
  const jar = new Map<string, string>();
  const shown = new Set<string>();
  const open = async (path: string, body: URLSearchParams | null = null) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(path, world.baseUrl), {
      redirect: "manual",
      headers: { cookie },
      ...(body === null ? {} : { method: "POST", body }),
    });
    for (const { name, value } of cookiesOf(answer)) {
      jar.set(name, value);
      if (value.length > 10 && !name.endsWith(".sig")) shown.add(value);
    }
    return { answer, text: await answer.text() };
  };
  const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const login = { login: username, password: "correct horse" };
  const page = await open("/sign-in");
  await open("/sign-in", new URLSearchParams({ ...login, csrf: csrfIn(page.text) }));
  let { answer } = await open(authorize(client_id));
  for (let hops = 0; hops < 5 && answer.status === 303; hops += 1)
    ({ answer } = await open(answer.headers.get("location") ?? ""));
  await open("/oauth2/device");
  expect([...jar.keys()]).toEqual(
    expect.arrayContaining(["longwave_session", "longwave_oauth", "longwave_interaction"]),
  );
  const stored = await everything();
  for (const value of shown) expect(stored).not.toContain(value);
});

test("device codes and user codes are not stored", async () => {
  const { client_id } = await app(true);
  const device = await post("/oauth2/device_authorization", { client_id, scope: "read" });
  const stored = await everything();
  expect(device.user_code).toMatch(/^\w{4}-\w{4}$/);
  expect(stored).not.toContain(device.device_code);
  expect(stored).not.toContain((device.user_code ?? "").replace("-", ""));
});

test("a device code's hash, read from the database, cannot be used as a code", async () => {
  const { client_id } = await app(true);
  const { username } = await world.person();
  const device = await post("/oauth2/device_authorization", { client_id, scope: "read" });
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  await surfer.open("/oauth2/device");
  await surfer.submit({ user_code: device.user_code ?? "" });
  await surfer.submit({});
  expect((await surfer.submit({ decision: "allow" })).text).toContain("Connected");
  const rows = await world.deps.db
    .selectFrom("oauth_records")
    .select("id_hash")
    .where("kind", "=", "DeviceCode")
    .where("user_id", "is not", null)
    .execute();
  expect(rows).toHaveLength(1);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  for (const { id_hash } of rows) {
    const device_code = `hash:${id_hash.toString("base64url")}`;
    const answer = await post("/oauth2/token", { grant_type, client_id, device_code });
    expect(answer.error).toBe("invalid_grant");
  }
  const { device_code = "" } = device;
  const granted = await post("/oauth2/token", { grant_type, client_id, device_code });
  expect(granted.access_token).toBeDefined();
});

test("cookies are Secure if a trusted proxy reports https", async () => {
  const { client_id } = await app(true);
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "pods.example" };
  const challenge = "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const lines: string[] = [];
  for (const path of [
    "/sign-in",
    "/oauth2/device",
    `${authorize(client_id)}${challenge}&code_challenge_method=S256`,
  ]) {
    const answer = await fetch(world.baseUrl + path, { redirect: "manual", headers });
    const set = cookiesOf(answer).map(({ line }) => line);
    expect(set.length, path).toBeGreaterThan(0);
    lines.push(...set);
  }
  for (const line of lines) {
    expect(line).toMatch(/; secure/i);
    expect(line).toMatch(/; httponly/i);
    expect(line).toMatch(/; samesite=lax/i);
  }
});
