/** Devices as records: registered, listed and deleted by their owner alone, with keys that can be used. */
import { expect, test } from "vitest";
import { openPushService } from "../../../../test/setup/pushservice.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ OUTBOUND_PRIVATE: "127.0.0.0/8" });
const PATH = "/v2/me/devices";

test("a device is registered, listed and deleted by its owner, and its endpoint is never shown", async () => {
  const [ada, eve] = [await world.person(), await world.person()];
  const { browser, origin } = await openPushService();
  const { fields } = browser("ada-phone");
  const { response, text } = await ada.api.post(PATH, { ...fields, name: "Phone" });
  const { device_id } = response.device;
  const made = { device_id, name: "Phone", service: new URL(origin).host, failing_since: null };
  expect(response.device).toMatchObject(made);
  expect(text).not.toContain("ada-phone");
  expect((await ada.api.get(PATH)).response.items).toMatchObject([made]);
  expect((await eve.api.get(PATH)).response.items).toEqual([]);
  expect((await eve.api.delete(`${PATH}/${device_id}`)).error.type).toBe("device-not-found");
  expect((await ada.api.delete(`${PATH}/${device_id}`)).status).toBe(200);
  expect((await ada.api.get(PATH)).response.items).toEqual([]);
});

test("a browser that is registered again is the same device, of whoever is signed in now", async () => {
  const [ada, eve] = [await world.person(), await world.person()];
  const { browser } = await openPushService();
  const { fields } = browser("shared");
  const first = (await ada.api.post(PATH, fields)).response.device;
  expect((await ada.api.post(PATH, { ...fields, name: "Desk" })).response.device).toMatchObject({
    device_id: first.device_id,
    name: "Desk",
  });
  expect((await eve.api.post(PATH, fields)).response.device.device_id).toBe(first.device_id);
  expect((await ada.api.get(PATH)).response.items).toEqual([]);
});

test("what cannot be a subscription is refused, with the field", async () => {
  const { api } = await world.person();
  const { browser } = await openPushService();
  const { fields } = browser("x");
  const offCurve = Buffer.from(fields.public_key, "base64url").fill(7, 1).toString("base64url");
  for (const [field, value] of [
    ["endpoint", "ftp://push.example/x"],
    ["endpoint", "https://10.0.0.1/x"],
    ["endpoint", "https://ada:pw@push.example/x"],
    ["endpoint", `https://push.example/${"x".repeat(1000)}`],
    ["public_key", offCurve],
    ["public_key", fields.public_key.slice(0, 40)],
    ["public_key", "!"],
    ["auth", "AAAA"],
    ["auth", "ä".repeat(22)],
  ] as const) {
    const { status, error } = await api.post(PATH, { ...fields, [field]: value });
    expect({ status, fields: Object.keys(error.fields ?? {}) }, value).toEqual({
      status: 400,
      fields: [field],
    });
  }
  expect((await api.get(PATH)).response.items).toEqual([]);
});

test("a user has at most 20 devices, also when they are registered at once", async () => {
  const { api } = await world.person();
  const { browser } = await openPushService();
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => api.post(PATH, browser(`${index}`).fields)),
  );
  const refused = answers.filter(({ status }) => status !== 200).map(({ error }) => error.type);
  expect(refused).toEqual(Array.from({ length: 5 }, () => "too-many-devices"));
});
