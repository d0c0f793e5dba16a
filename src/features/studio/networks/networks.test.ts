/** Tests the pages of organizations over HTTP, as a browser without scripts uses them. */
import { beforeAll, expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { addNetwork, createOrganization } from "../../people/organizations/actions.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let browser: Surfer;
let path: string;

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  const { organization_id } = await createOrganization(
    world.deps,
    { name: "Rail <Media>" },
    ada.user_id,
    true,
  );
  path = `/studio/organizations/${organization_id}`;
  const creator = await world.person();
  await makeShow(world, creator, { title: "Night Trains" });
  await addNetwork(world.deps, { organization_id, user_id: creator.user_id });
  browser = await signedIn(ada);
});

test("members find their organization in the navigation; others do not", async () => {
  const { text } = await browser.open("/studio");
  expect(text).toContain('href="/studio/organizations"');
  expect((await browser.open("/studio/organizations")).text).toContain("Rail &lt;Media&gt;");
  const stranger = await signedIn(bob);
  expect((await stranger.open("/studio")).text).not.toContain('href="/studio/organizations"');
  expect((await stranger.open("/studio/organizations")).text).toContain("No organizations yet");
  expect((await stranger.open(path)).status).toBe(403);
});

test("an organization shows its members, networks, storage and shows", async () => {
  const { text } = await browser.open(path);
  expect(text).toContain(`@${ada.username}`);
  expect(text).toContain("Night Trains");
  expect(text).toContain("1 show");
  expect(text).toMatch(/0 GB/);
});

test("an admin adds a member, changes their role, and removes them; the last admin stays", async () => {
  await browser.open(path);
  expect(
    (await browser.submit({ username: "nobody_at_all", role: "editor" }, path)).text,
  ).toContain("There is nobody with this username.");
  await browser.open(path);
  const added = await browser.submit({ username: `@${bob.username}`, role: "analyst" }, path);
  expect(added.text).toContain("Analyst: reads numbers and bookings");
  const analyst = await signedIn(bob);
  const seen = await analyst.open(path);
  expect(seen.status).toBe(200);
  expect(seen.text).not.toContain("Add member");
  expect(seen.text).not.toMatch(/0 GB/);
  await analyst.open("/settings");
  const forged = await analyst.submit({ username: bob.username, role: "admin" }, "/sign-out", path);
  expect(forged.status).toBe(403);
  await browser.open(path);
  await browser.submit({ username: bob.username, role: "ad_manager" }, path);
  expect((await browser.open(path)).text).toContain("Ad manager: books ads");
  await browser.submit({}, `${path}/members/${bob.user_id}/remove`);
  expect((await analyst.open(path)).status).toBe(403);
  await browser.open(path);
  const last = await browser.submit({}, `${path}/members/${ada.user_id}/remove`);
  expect(last.status).toBe(409);
  expect((await browser.open(path)).status).toBe(200);
});
