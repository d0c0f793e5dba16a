/** Events as lines in chats: what they say, where they lead, and that titles can neither format nor call anybody. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import {
  createSender,
  LOCAL,
  makeWebhook,
  openReceiver,
} from "../../../../../test/setup/receiver.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { EVENT_NAMES, FOLLOWED } from "../../events/schema.ts";

const world = useWorld({ ...LOCAL, PUBLIC_URL: "https://pods.example" });

async function open(format: "SLACK" | "DISCORD") {
  const ada = await world.person();
  const receiver = await openReceiver();
  const sender = createSender(world);
  await sender.hand();
  const { webhook_id } = await makeWebhook(ada, receiver.url, { format });
  const bodies = async () => {
    await sender.hand();
    await sender.send(webhook_id);
    return receiver.received
      .toSorted((a, b) => a.at - b.at)
      .map(({ body }): Record<string, unknown> => JSON.parse(body));
  };
  return { ada, webhook_id, bodies };
}

test("a line in Slack says what happened and leads to it, and markup of titles is text", async () => {
  const { ada, bodies } = await open("SLACK");
  const show_id = await makeShow(world, ada, {
    title: "Salt & <!channel> <https://evil.example|x>",
  });
  const episode_id = await makeEpisode(world, show_id, { title: "First stop" });
  const lines = (await bodies()).map(({ text }) => text);
  expect(lines).toEqual([
    `Show created: Salt &amp; &lt;!channel&gt; &lt;https://evil.example|x&gt; https://pods.example/show/${show_id}`,
    `Episode created: First stop https://pods.example/episode/${episode_id}`,
    `Episode published: First stop https://pods.example/episode/${episode_id}`,
  ]);
});

test("a line in Discord mentions nobody, and its titles are no Markdown", async () => {
  const { ada, bodies } = await open("DISCORD");
  const show_id = await makeShow(world, ada, { title: "@everyone **[x](https://evil.example)**" });
  expect(await bodies()).toEqual([
    {
      content: `Show created: @everyone \\*\\*\\[x\\]\\(https://evil.example\\)\\*\\* https://pods.example/show/${show_id}`,
      allowed_mentions: { parse: [] },
    },
  ]);
});

test("every type of event is a line that both chats accept", async () => {
  const { ada, webhook_id, bodies } = await open("DISCORD");
  const { user_id } = ada;
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  await ada.api.put(`/v2/users/${user_id}/favorites/${show_id}`);
  await bodies();
  await ada.api.post(`/v2/webhooks/${webhook_id}`, { types: EVENT_NAMES });
  const before = (await bodies()).length;
  for (const type of EVENT_NAMES)
    await world.deps.pool.query(
      "insert into event_outbox (type, user_id, show_id, data) values ($1, $2, $3, $4)",
      [
        type,
        user_id,
        type === FOLLOWED ? show_id : null,
        {
          ...(type === FOLLOWED && { episode_id }),
          name: "*".repeat(1990),
          downloads: 1000,
          rules: ["image", "category"],
          day: "2026-01-02",
        },
      ],
    );
  const lines = (await bodies()).slice(before).map(({ content }) => String(content));
  expect(lines).toHaveLength(EVENT_NAMES.length);
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(2000);
    expect(line).toMatch(/^[A-Z][a-z][\w %]+: /);
  }
  expect(new Set(lines.map((line) => line.split(":")[0])).size).toBe(EVENT_NAMES.length);
});
