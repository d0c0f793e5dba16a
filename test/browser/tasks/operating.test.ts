/** A task of operators on the demo: a reported message is removed. */
import { expect } from "vitest";
import { goTo, useTasks } from "./task.ts";

const task = useTasks();

task("a reported message is removed", "admin", async (stage) => {
  const { page, hand, demo, way } = stage;
  const [listener, creator] = [await demo.api("listener"), await demo.api("creator")];
  const path = `/v2/episodes/${demo.episode_id}/messages`;
  const text = `Rude words by ${way}`;
  const { message_id } = (await listener.post(path, { text })).response.message;
  await creator.post(`${path}/${message_id}/report-abuse`, { reason: "rude" });
  const isRead = async () => (await (await fetch(`${demo.url}${path}`)).text()).includes(text);
  expect(await isRead()).toBe(true);
  await goTo(stage, "Operations");
  await hand.press(page.getByRole("main").getByRole("link", { name: "Reports", exact: true }));
  const one = page.locator(".reported li", { hasText: text });
  await hand.press(one.getByText("Remove…"));
  await hand.write(one.getByLabel("Reason"), "Rude");
  await hand.press(one.getByRole("button", { name: "Remove message" }));
  await page.getByText("The message was removed.").waitFor();
  expect(await isRead()).toBe(false);
});
