/** The settings with notifications: devices are added and removed, and shows are chosen, by forms. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { openPushService } from "../../../../../test/setup/pushservice.ts";
import { signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld({ OUTBOUND_PRIVATE: "127.0.0.0/8" });
const PATH = "/settings/notifications";

test("a browser is added by the form that its script fills in, and removed after a question", async () => {
  const ada = await world.person();
  const { browser } = await openPushService();
  const surfer = await signedInSurfer(world.baseUrl, ada.username);
  const { public_key } = (await ada.api.get("/v2/push-key")).response;
  const page = await surfer.open(PATH);
  expect(page.text).toContain("No device gets notifications yet.");
  expect(page.text).toContain(`data-push="${public_key}"`);
  const added = await surfer.submit(browser("desk").fields, PATH);
  expect(added.text).toContain("This device gets new episodes from now on.");
  const [device] = (await ada.api.get("/v2/me/devices")).response.items;
  const remove = `${PATH}/${device.device_id}/remove`;
  expect((await surfer.open(remove)).text).toContain("gets no more notifications");
  expect((await surfer.submit({}, remove)).text).toContain("No device gets notifications yet.");
  expect((await surfer.open(remove)).status).toBe(404);
});

test("a show is silenced and heard again; others are not shown", async () => {
  const [ada, bea] = [await world.person(), await world.person()];
  const surfer = await signedInSurfer(world.baseUrl, bea.username);
  const [loud, other] = [
    await makeShow(world, ada, { title: "Nachtzüge" }),
    await makeShow(world, ada, { title: "Not followed" }),
  ];
  for (const show_id of [loud, other]) await makeEpisode(world, show_id, {});
  await bea.api.put(`/v2/users/${bea.user_id}/favorites/${loud}`);
  const isOn = async () => {
    const { rows } = await world.deps.pool.query(
      "select notifications_enabled as is_on from favorites where user_id = $1",
      [bea.user_id],
    );
    return rows;
  };
  const { text } = await surfer.open(PATH);
  expect(text).toContain("Nachtzüge");
  expect(text).not.toContain("Not followed");
  for (const on of [false, true]) {
    const { text: after } = await surfer.submit(
      { show_id: String(loud), on: String(on) },
      `${PATH}/shows`,
    );
    expect(after).toContain("Your choice is saved.");
    expect(await isOn()).toEqual([{ is_on: on }]);
  }
});
