/** The shipped configurations of nginx for a server of a test, and audio behind them. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { createClient } from "../setup/client.ts";
import { eventually, type Server } from "./processes.ts";

const SHIPPED = path.resolve(import.meta.dirname, "../../deploy/nginx");

/** What the edge sends, so that Longwave does not count what it fetches. */
export const SECRET = "between us edges only";

/** `longwave.conf`, for this server and a port of the test's, without TLS (test/packages tests it). */
export async function shipped(
  { url }: Pick<Server, "url">,
  edit: (text: string) => string = (text) => text,
) {
  const text = edit(await readFile(path.join(SHIPPED, "longwave.conf"), "utf8"));
  return (port: number, folder: string) =>
    text
      .replace("127.0.0.1:8080", new URL(url).host)
      .replace(/^server \{\n {2}listen 80;[^}]*\}/m, "")
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*$/gm, "")
      .replaceAll("FOLDER", folder);
}

/** An edit of `longwave.conf`: another location for audio. */
export const withAudio = (location: string) => (text: string) =>
  `proxy_cache_path FOLDER/cache keys_zone=longwave:1m use_temp_path=off;\n${text.replace(
    /location \/media\/r\/ \{[^}]*\}/,
    location,
  )}`;

/** An edit of `longwave.conf`: `edge.conf` in its place, with the lines for outside `server` that it names. */
export async function withEdge(): Promise<(text: string) => string> {
  const text = await readFile(path.join(SHIPPED, "edge.conf"), "utf8");
  const lines = [...text.matchAll(/^# {3}(?!longwave logs|CDN_)(.*)$/gm)].map(([, line]) => line);
  const outside = lines.join("\n").replace('"SECRET"', `"${SECRET}"`);
  const inside = text.slice(text.indexOf("\nlocation "));
  return (shippedText) =>
    `${outside}\n${shippedText.replace(/location \/media\/r\/ \{[^}]*\}/, () => inside)}`
      .replace("/var/cache/nginx/longwave", "FOLDER/cache")
      .replace("/var/log/nginx/", "FOLDER/");
}

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
