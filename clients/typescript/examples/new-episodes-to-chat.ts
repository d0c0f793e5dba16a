/**
 * Posts each episode to a chat when it is published. It begins after the newest event, or after the given one.
 * `LONGWAVE_SERVER=… LONGWAVE_TOKEN=… CHAT_URL=… node new-episodes-to-chat.ts [AFTER [ROUNDS]]`
 */
import { createLongwave } from "../src/index.ts";

const [begin, rounds = "Infinity"] = process.argv.slice(2);
const { LONGWAVE_SERVER: server = "", LONGWAVE_TOKEN: token = "", CHAT_URL = "" } = process.env;
const longwave = createLongwave({ server, token });

// Without `after`, the server answers where its newest event is.
let after = Number(begin ?? (await longwave.listEvents()).cursor);
for (let round = 0; round < Number(rounds); round += 1) {
  const page = await longwave.listEvents({ after, types: ["episode.published"], wait: 25 });
  for (const event of page.items) {
    const { episode_id } = event.data as { episode_id: number };
    const { episode } = await longwave.getEpisode({ episode_id });
    // Slack reads `text`, Discord reads `content`.
    const text = `New episode: ${episode.title} ${episode.site_url}`;
    const response = await fetch(CHAT_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, content: text }),
    });
    if (!response.ok) throw new Error(`The chat answered ${response.status}.`);
    console.log(`${episode_id}\t${episode.title}`);
  }
  after = page.cursor;
}
