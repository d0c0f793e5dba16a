/** Tests the settings of notifications: how they begin, which are refused, and quiet hours on servers without mail. */
import { expect, test } from "vitest";
import { SETTINGS } from "../../../../../test/setup/episodemails.ts";
import { signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();

test("settings begin with no mails; wrong ones are refused with the field, and mails where none can be sent", async () => {
  const { api } = await world.person();
  expect((await api.get(SETTINGS)).response.notification_settings).toEqual({
    frequency: "OFF",
    state: "OFF",
    weekday: 1,
    hour: 8,
    quiet_from: null,
    quiet_to: null,
    timezone: "UTC",
    weekly_report: false,
    jump_notes: false,
    reports_state: "OFF",
  });
  for (const [field, body] of [
    ["frequency", { frequency: "HOURLY" }],
    ["frequency", { frequency: "DAILY" }],
    ["weekly_report", { weekly_report: true }],
    ["jump_notes", { jump_notes: "often" }],
    ["weekday", { weekday: 8 }],
    ["hour", { hour: 24 }],
    ["quiet_from", { quiet_from: -1, quiet_to: 3 }],
    ["quiet_to", { quiet_from: 22 }],
    ["quiet_to", { quiet_from: 7, quiet_to: 7 }],
  ] as const) {
    const { status, error } = await api.put(SETTINGS, body);
    expect({ status, fields: Object.keys(error.fields ?? {}) }, JSON.stringify(body)).toEqual({
      status: 400,
      fields: [field],
    });
  }
});

test("the settings' page sets quiet hours without mail, and says what is wrong", async () => {
  const { api, username } = await world.person();
  const surfer = await signedInSurfer(world.baseUrl, username);
  const page = await surfer.open("/settings/notifications");
  expect(page.text).not.toContain("Once a week");
  const form = "/settings/notifications/mail";
  const hours = { quiet_from: "22", quiet_to: "7" };
  expect((await surfer.submit(hours, form)).text).toContain("Your choice is saved.");
  expect((await api.get(SETTINGS)).response.notification_settings).toMatchObject({
    quiet_from: 22,
    quiet_to: 7,
  });
  const refused = await surfer.submit({ quiet_from: "22", quiet_to: "" }, form);
  expect(refused.status).toBe(400);
});
