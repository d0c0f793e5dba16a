/** The page behind “Tell me about new episodes”: it follows the show, registers the browser, and is offered where it helps. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { openPushService } from "../../../../../test/setup/pushservice.ts";
import { createSurfer, signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld({ OUTBOUND_PRIVATE: "127.0.0.0/8" });

async function open(fields: Record<string, unknown> = {}) {
  const [ada, bea] = [await world.person(), await world.person()];
  const show_id = await makeShow(world, ada, { title: "Nachtzüge", ...fields });
  await makeEpisode(world, show_id, {});
  const surfer = await signedInSurfer(world.baseUrl, bea.username);
  return { ada, bea, show_id, surfer, path: `/show/${show_id}/notify` };
}

const followed = async (user_id: number) =>
  (
    await world.deps.pool.query(
      "select show_id::int, notifications_enabled from favorites where user_id = $1 and removed_at is null",
      [user_id],
    )
  ).rows;

test("a browser is registered for a show that is followed from then on, and the show's page says so", async () => {
  const { bea, show_id, surfer, path } = await open();
  expect((await surfer.open(`/show/${show_id}`)).text).toContain(`href="${path}" data-notify`);
  const { browser } = await openPushService();
  expect((await surfer.open(path)).text).toContain("New episodes of Nachtzüge");
  const shown = await surfer.submit(browser("desk").fields, path);
  expect(shown.url.pathname).toBe(`/show/${show_id}`);
  expect(shown.text).toContain("You get new episodes");
  expect(await followed(bea.user_id)).toEqual([{ show_id, notifications_enabled: true }]);
  expect((await bea.api.get("/v2/me/devices")).response.items).toHaveLength(1);
});

test("without a subscription the show is followed, and the settings say how it notifies", async () => {
  const { bea, show_id, surfer, path } = await open();
  await bea.api.put(`/v2/users/${bea.user_id}/favorites/${show_id}`, {
    notifications_enabled: false,
  });
  await surfer.open(path);
  const settings = await surfer.submit({}, path);
  expect(settings.url.pathname).toBe("/settings/notifications");
  expect(settings.text).toContain("Your choice is saved.");
  expect(await followed(bea.user_id)).toEqual([{ show_id, notifications_enabled: true }]);
});

test("visitors sign in first; a subscription that is none and a show that is hidden change nothing", async () => {
  const { bea, show_id, surfer, path } = await open();
  const visitor = createSurfer(world.baseUrl);
  expect((await visitor.open(`/show/${show_id}`)).text).toContain(`href="${path}"`);
  expect((await visitor.open(path)).url.pathname).toBe("/sign-in");
  await surfer.open(path);
  const wrong = { endpoint: "https://10.0.0.1/", public_key: "x", auth: "x" };
  expect((await surfer.submit(wrong, path)).status).toBe(400);
  await surfer.open(path);
  expect((await surfer.submit({ csrf: "forged" }, path)).status).toBe(403);
  const hidden = await open({ visibility: "PRIVATE" });
  expect((await surfer.open(hidden.path)).status).toBe(404);
  expect(await followed(bea.user_id)).toEqual([]);
});

test("only public shows offer it, because no other notifies", async () => {
  const { ada, show_id, path } = await open({ visibility: "LIMITED" });
  const author = await signedInSurfer(world.baseUrl, ada.username);
  expect((await author.open(`/show/${show_id}`)).text).not.toContain(path);
});
