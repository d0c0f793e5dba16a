/** Organizations, their members, and the rights of each role. */
import { expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { addNetwork, createOrganization } from "./actions.ts";

const world = useWorld();

async function organization() {
  const [boss, network] = [await world.person(), await world.person()];
  const { organization_id } = await createOrganization(
    world.deps,
    { name: "Rail Media" },
    boss.user_id,
    true,
  );
  await addNetwork(world.deps, { organization_id, user_id: network.user_id });
  return { boss, network, organization_id, path: `/v2/organizations/${organization_id}` };
}

test("members see the organization with its team and counts", async () => {
  const { boss, network, organization_id, path } = await organization();
  await makeShow(world, network);
  const { response } = await boss.api.get(path);
  expect(response.organization).toMatchObject({
    organization_id,
    name: "Rail Media",
    description: "",
    members_count: 1,
    shows_count: 1,
    image_url: null,
  });
  expect(response.organization.team_id).toBeTypeOf("number");
  expect((await boss.api.get("/v2/me")).response.user.organizations).toEqual([
    { organization_id, name: "Rail Media", role: "admin" },
  ]);
  expect((await boss.api.get("/v2/organizations/999999")).status).toBe(404);
});

test("only admins choose the download window", async () => {
  const { boss, path } = await organization();
  const windowNow = async () => (await boss.api.get(path)).response.organization.download_window;
  expect(await windowNow()).toBe("day");
  const changed = await boss.api.post(path, { download_window: "first-touch" });
  expect([changed.status, changed.response.organization]).toMatchObject([
    ...[200, { name: "Rail Media", download_window: "first-touch" }],
  ]);
  for (const role of ["editor", "analyst", "ad_manager"]) {
    const other = await world.person();
    await boss.api.put(`${path}/members/${other.user_id}`, { role });
    expect((await other.api.post(path, { download_window: "day" })).status).toBe(403);
  }
  expect((await world.api.post(path, { download_window: "day" })).status).toBe(401);
  const wrong = await boss.api.post(path, { download_window: "last-touch" });
  expect([wrong.status, wrong.error.fields]).toMatchObject([
    400,
    { download_window: expect.any(String) },
  ]);
  // Changing other fields leaves the download window unchanged.
  await boss.api.post(path, { description: "Trains" });
  expect(await windowNow()).toBe("first-touch");
});

test("an organization can exist without a team", async () => {
  const boss = await world.person();
  const row = await createOrganization(world.deps, { name: "No ads" }, boss.user_id, false);
  expect(
    (await boss.api.get(`/v2/organizations/${row.organization_id}`)).response.organization.team_id,
  ).toBeNull();
});

test("two admins who remove each other at once leave one of them", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { boss, path, organization_id } = await organization();
    const other = await world.person();
    await boss.api.put(`${path}/members/${other.user_id}`, { role: "admin" });
    await Promise.all([
      boss.api.delete(`${path}/members/${other.user_id}`),
      other.api.delete(`${path}/members/${boss.user_id}`),
    ]);
    const admins = await world.deps.db
      .selectFrom("organization_members")
      .select("user_id")
      .where("organization_id", "=", organization_id)
      .where("role", "=", "admin")
      .execute();
    expect(admins).toHaveLength(1);
  }
});

test("roles are given, changed and removed, but the last admin stays", async () => {
  const { boss, path } = await organization();
  const bob = await world.person();
  expect(
    (await boss.api.put(`${path}/members/${bob.user_id}`, { role: "king" })).error.fields,
  ).toHaveProperty("role");
  expect((await boss.api.put(`${path}/members/${bob.user_id}`, { role: "analyst" })).status).toBe(
    200,
  );
  expect((await bob.api.get(`${path}/members`)).response.items).toMatchObject([
    { user_id: bob.user_id, role: "analyst" },
    { user_id: boss.user_id, role: "admin" },
  ]);
  const last = await boss.api.delete(`${path}/members/${boss.user_id}`);
  expect([last.status, last.error.type]).toEqual([409, "last-admin"]);
  expect((await boss.api.put(`${path}/members/${boss.user_id}`, { role: "editor" })).status).toBe(
    409,
  );
  expect((await bob.api.delete(`${path}/members/${bob.user_id}`)).status).toBe(200);
  expect((await bob.api.get(path)).status).toBe(403);
});

test("editors can edit the shows of the organization's networks, and see them in their lists", async () => {
  const { boss, network, path } = await organization();
  const ed = await world.person();
  await boss.api.put(`${path}/members/${ed.user_id}`, { role: "editor" });
  const show_id = await makeShow(world, network, { title: "Night Trains" });
  expect((await ed.api.post(`/v2/shows/${show_id}`, { copyright: "Rail" })).status).toBe(200);
  expect(
    (
      await ed.api.post("/v2/shows", {
        title: "Day Trains",
        language: "en",
        author_id: network.user_id,
      })
    ).status,
  ).toBe(200);
  const list = await ed.api.get(
    "/v2/users/me/shows?filter=editable&access_level=USER_COLLABORATOR",
  );
  expect(list.response.items.map(({ title }: { title: string }) => title)).toEqual([
    "Day Trains",
    "Night Trains",
  ]);
  expect((await ed.api.get(`${path}/shows?limit=1`)).response).toMatchObject({
    items: [{ title: "Day Trains" }],
    next_url: expect.stringContaining("offset=1"),
  });
  await boss.api.put(`${path}/members/${ed.user_id}`, { role: "analyst" });
  expect((await ed.api.post(`/v2/shows/${show_id}`, { copyright: "Rail" })).status).toBe(403);
});

test("members list the networks, and all shows of them, public or not", async () => {
  const { boss, network, organization_id, path } = await organization();
  const other = await world.person();
  await addNetwork(world.deps, { organization_id, user_id: other.user_id });
  for (const [author, visibility] of [
    [network, "PRIVATE"],
    [other, "LIMITED"],
    [other, "PUBLIC"],
  ] as const)
    await makeShow(world, author, { title: visibility, visibility });
  const shows = (await boss.api.get(`${path}/shows`)).response.items;
  expect(shows.map(({ title }: { title: string }) => title)).toEqual([
    ...["PUBLIC", "LIMITED", "PRIVATE"],
  ]);
  const first = (await boss.api.get(`${path}/networks?limit=1`)).response;
  expect(first.items).toMatchObject([{ user_id: other.user_id }]);
  expect(first.items[0]).not.toHaveProperty("email");
  expect((await boss.api.get(first.next_url)).response.items).toMatchObject([
    { user_id: network.user_id },
  ]);
  expect((await network.api.get(`${path}/networks`)).status).toBe(403);
  expect((await boss.api.get(`${path}/networks?last_id=999999`)).error.fields).toHaveProperty(
    "last_id",
  );
});

test("an organization has a page that lists its public shows", async () => {
  const { boss, network, path } = await organization();
  const shows = {
    open: await makeShow(world, network, { title: "Open trains" }),
    secret: await makeShow(world, network, { title: "Secret trains", visibility: "PRIVATE" }),
    limited: await makeShow(world, network, { title: "Limited trains", visibility: "LIMITED" }),
  };
  await boss.api.post(path, { name: "Rail & Media", description: "Trains only" });
  const { site_url } = (await boss.api.get(path)).response.organization;
  const answer = await fetch(site_url);
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    ...[200, "text/html; charset=utf-8"],
  ]);
  expect(text).toContain("Rail &amp; Media</bdi></h1>");
  expect(text).toContain("Trains only");
  expect(text).toContain(`<link rel="canonical" href="${site_url}">`);
  expect(text).toContain(`href="${world.baseUrl}/show/${shows.open}"`);
  expect(text).not.toMatch(/Secret trains|Limited trains/);
  for (const wrong of ["999999", "rail-media", "0", "1e9", "%00"])
    expect((await fetch(`${world.baseUrl}/organization/${wrong}`)).status, wrong).toBe(404);
});

test("the page of an organization with many shows is paginated", async () => {
  const { network, organization_id } = await organization();
  const ids: number[] = [];
  for (let n = 0; n < 61; n += 1) ids.unshift(await makeShow(world, network));
  const shown: number[] = [];
  const first = `${world.baseUrl}/organization/${organization_id}`;
  for (let next: string | undefined = first; next !== undefined; ) {
    const text: string = await (await fetch(next)).text();
    shown.push(...[...text.matchAll(/\/show\/(\d+)"/g)].map(([, id]) => Number(id)));
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1];
  }
  expect(shown).toEqual(ids);
});

test("admins can delete an organization; its users keep their shows and can join another", async () => {
  const { boss, network, organization_id, path } = await organization();
  const editor = await world.person();
  await boss.api.put(`${path}/members/${editor.user_id}`, { role: "editor" });
  const show_id = await makeShow(world, network);
  expect((await world.api.delete(path)).status).toBe(401);
  for (const other of [editor, network, await world.person()])
    expect((await other.api.delete(path)).status).toBe(403);
  const stale = await boss.api.delete(path, { headers: { "if-match": '"1-x"' } });
  expect(stale.status).toBe(412);
  const deleted = await boss.api.delete(path);
  expect([deleted.status, deleted.response]).toEqual([200, []]);
  for (const rest of ["", "/shows", "/members", "/statistics", "/campaign-statistics"])
    expect((await boss.api.get(path + rest)).status, rest).toBe(404);
  expect((await boss.api.delete(path)).status).toBe(404);
  expect((await fetch(`${world.baseUrl}/organization/${organization_id}`)).status).toBe(404);
  expect((await boss.api.get("/v2/me")).response.user.organizations).toEqual([]);
  expect((await network.api.post(`/v2/shows/${show_id}`, { copyright: "Own" })).status).toBe(200);
  expect((await editor.api.post(`/v2/shows/${show_id}`, { copyright: "Rail" })).status).toBe(403);
  const next = await organization();
  await addNetwork(world.deps, {
    organization_id: next.organization_id,
    user_id: network.user_id,
  });
});

test("a network belongs to one organization at most", async () => {
  const { network } = await organization();
  const other = await organization();
  await expect(
    addNetwork(world.deps, { organization_id: other.organization_id, user_id: network.user_id }),
  ).rejects.toThrow("another organization");
});

test("only the author can invite collaborators", async () => {
  const [ada, bob, cyd] = [await world.person(), await world.person(), await world.person()];
  const show_id = await makeShow(world, ada);
  const path = `/v2/shows/${show_id}/collaborators`;
  expect((await ada.api.put(`${path}/${bob.user_id}`)).response).toEqual([]);
  expect((await ada.api.put(`${path}/${ada.user_id}`)).status).toBe(400);
  expect((await bob.api.put(`${path}/${cyd.user_id}`)).status).toBe(403);
  expect((await bob.api.post(`/v2/shows/${show_id}`, { copyright: "Bob" })).status).toBe(200);
  expect((await ada.api.get(path)).response.items).toMatchObject([{ user_id: bob.user_id }]);
  await ada.api.delete(`${path}/${bob.user_id}`);
  expect((await bob.api.post(`/v2/shows/${show_id}`, { copyright: "Bob" })).status).toBe(403);
  await ada.api.put(`/v2/users/me/collaborators/${cyd.user_id}`);
  expect((await cyd.api.delete(`/v2/shows/${show_id}`)).status).toBe(200);
});
