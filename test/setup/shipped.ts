/** The configurations of nginx in `deploy/nginx`, changed as far as a test or a benchmark needs it. */
import { readFile } from "node:fs/promises";
import path from "node:path";

const SHIPPED = path.resolve(import.meta.dirname, "../../deploy/nginx");

/** What the edge sends, so that Longwave does not count what it fetches. */
export const SECRET = "between us edges only";

/** `longwave.conf`, for this server and another port, without TLS (test/packages tests it). */
export async function shipped(
  { url }: Readonly<{ url: string }>,
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
      .replaceAll("/var/log/nginx/", "FOLDER/");
}
