/** Audio behind a proxy, for journeys. */
import { expect } from "vitest";
import { createClient } from "../setup/client.ts";
import { eventually } from "./processes.ts";

/** Publishes a sound through a proxy, and waits for its audio. `show`: further fields of its show. */
export async function publishAt(
  proxy: string,
  token: string,
  sound: Blob,
  show: object = {},
): Promise<{ episode_id: number; limited_key: string | null }> {
  const api = createClient(proxy, token);
  const made = await api.post("/v2/shows", { title: `At ${proxy}`, language: "en", ...show });
  const episodes = `/v2/shows/${made.response.show?.show_id}/episodes`;
  const files = { media_file: sound };
  const sent = await api.post(episodes, { title: "Behind a proxy" }, { files });
  expect(sent.status, sent.text).toBe(200);
  const { episode_id } = sent.response.episode;
  await eventually(async () => {
    const { response } = await api.get(`/v2/episodes/${episode_id}`);
    return response.episode.encoding_status === "READY";
  }, 60_000);
  return { episode_id, limited_key: made.response.show.limited_key ?? null };
}
