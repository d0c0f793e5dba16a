/** Organizations, their members, and what their roles let people do to shows. */
import { expect, test } from "vitest";
import { makeShow } from "../../../test/setup/factories.ts";
import { useWorld } from "../../../test/setup/world.ts";
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

test("admins choose how downloads are told apart, and nobody else", async () => {
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
  // Something else is changed: this is not.
  await boss.api.post(path, { description: "Trains" });
  expect(await windowNow()).toBe("first-touch");
});

test("an organization may have no team", async () => {
  const boss = await world.person();
  const row = await createOrganization(world.deps, { name: "No ads" }, boss.user_id, false);
  expect(
    (await boss.api.get(`/v2/organizations/${row.organization_id}`)).response.organization.team_id,
  ).toBeNull();
});

test("roles are given, changed and ended, but the last admin stays", async () => {
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

test("editors work on the shows of the organization's networks, and find them in their lists", async () => {
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

test("a network belongs to one organization at most", async () => {
  const { network } = await organization();
  const other = await organization();
  await expect(
    addNetwork(world.deps, { organization_id: other.organization_id, user_id: network.user_id }),
  ).rejects.toThrow("another organization");
});

test("collaborators are invited by the author alone", async () => {
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
