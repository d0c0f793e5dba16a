/** Tests every route with ids of another tenant: nothing private is read, and nothing is changed. */
import { beforeAll, expect, test } from "vitest";
import { allRoutes } from "../../src/app.ts";
import type { Client } from "../setup/client.ts";
import { useWorld } from "../setup/world.ts";
import { BAIT, type Ids, MARKER, makeTenants, type Tenants } from "./tenants.ts";

const world = useWorld();
let tenants: Tenants;

beforeAll(async () => {
  tenants = await makeTenants(world);
}, 120_000);

/** `path` with its parameters filled in; unknown parameters become 1. */
const fill = (path: string, ids: Ids): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? 1));

/** A query that asks for as much as possible. */
const wide = (ids: Ids): string =>
  new URLSearchParams({
    q: BAIT,
    type: "episodes",
    explain: "1",
    limit: "100",
    filter: "editable",
    show_id: String(ids.show_id),
    episode_id: String(ids.episode_id),
    key: "guess",
    from: "2026-01-01",
    to: "2026-12-31",
    group: "month",
    precision: "month",
    url: `${world.baseUrl}/episode/${ids.episode_id}`,
    format: "json",
    hidden: "true",
  }).toString();

/** Fields that try to take over everything. */
const greedy = (ids: Ids) => ({
  ...ids,
  title: "Taken over by me",
  name: "Taken over",
  text: "Taken over",
  role: "admin",
  description: "Taken over",
  visibility: "PUBLIC",
  hidden: "false",
  limited_key: "reset",
  is_admin: "true",
  plan: "gold",
  verified: "true",
  password_hash: "x",
  deleted_at: "",
  user_id: "1",
  author_id: String(ids.user_id),
  starts_at: "0",
  language: "en",
  type: "EXTERNAL",
  media_url: "https://media.example.org/a.mp3",
  cuepoints: "[]",
});

const byPath = (method: string) =>
  [
    ...new Set(
      allRoutes(world.deps)
        .filter((route) => route.method === method)
        .map(({ path }) => path),
    ),
  ].sort();

const PAGES = [
  ...["/show/:show_id", "/episode/:episode_id", "/user/:user_id", "/", "/search", "/oembed"],
  ...["/embed", "/tag/:tag_name", "/show/:show_id/episodes/feed", "/show/:show_id/feed"],
];

type Visit = Readonly<{ who: string; api: Client; what: string; path: string; ids: Ids }>;

/** Each path with each target; a path without record ids is visited once. */
function visits(paths: readonly string[], who: Record<string, Client>): Visit[] {
  const [first = ""] = Object.keys(tenants.targets);
  return Object.entries(who).flatMap(([name, api]) =>
    Object.entries(tenants.targets).flatMap(([what, ids]) =>
      paths
        .filter((path) => what === first || /:(show|episode)_id/.test(path))
        .map((path) => ({ who: name, api, what, path, ids })),
    ),
  );
}

/** GET requests whose responses contain the marker. */
async function leaksTo(who: Record<string, Client>): Promise<string[]> {
  const leaks: string[] = [];
  for (const { who: name, api, what, path, ids } of visits([...byPath("GET"), ...PAGES], who)) {
    const address = `${fill(path, ids)}?${wide(ids)}`;
    const reply = await api.get(address);
    expect(reply.status, `${name}: GET ${address}`).toBeLessThan(500);
    if ([...reply.headers.values(), reply.text].join("\n").includes(MARKER))
      leaks.push(`${name}: ${what}: GET ${path}`);
  }
  return leaks;
}

test("nobody reads private, limited, hidden, draft or other teams' records", async () => {
  expect(await leaksTo(tenants.attackers)).toEqual([]);
  // The same requests by the owner find it.
  const owners = await leaksTo({ victim: tenants.victim.api });
  expect(owners.length).toBeGreaterThan(30);
}, 300_000);

/** Every row with the marker in any table: the victim's data. */
async function vault(): Promise<Set<string>> {
  const { pool } = world.deps;
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I', table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found = new Set<string>();
  for (const { name } of rows) {
    const kept = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text like '%' || $1 || '%'`,
      [MARKER],
    );
    for (const { row } of kept.rows) found.add(`${name}: ${row}`);
  }
  return found;
}

test("nobody changes or deletes another tenant's record", async () => {
  const before = await vault();
  expect(before.size).toBeGreaterThan(30);
  const through: string[] = [];
  for (const method of ["POST", "PUT", "DELETE"])
    for (const { who, api, what, path, ids } of visits(byPath(method), tenants.attackers)) {
      const address = fill(path, ids);
      const reply = await api.send(method, address, method === "DELETE" ? null : greedy(ids));
      expect(reply.status, `${who}: ${method} ${address}: ${reply.text}`).toBeLessThan(500);
      if (reply.text.includes(MARKER)) through.push(`${who}: ${what}: ${method} ${path}`);
    }
  const after = await vault();
  expect([...before].filter((row) => !after.has(row))).toEqual([]);
  expect(through).toEqual([]);
  const { db } = world.deps;
  const people = await db.selectFrom("users").select(["is_admin", "plan", "verified"]).execute();
  expect(people.filter((row) => row.is_admin || row.verified || row.plan !== "basic")).toEqual([]);
}, 300_000);
