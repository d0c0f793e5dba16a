/**
 * Publishes each audio file of a folder as an episode, titled like the file; files that were published before are
 * skipped. `LONGWAVE_SERVER=… LONGWAVE_TOKEN=… node publish-folder.ts FOLDER SHOW_ID`
 */
import { openAsBlob } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { createLongwave, each, upload } from "../src/index.ts";

const [folder = ".", show = ""] = process.argv.slice(2);
const show_id = Number(show);
const { LONGWAVE_SERVER: server = "", LONGWAVE_TOKEN: token = "" } = process.env;
const longwave = createLongwave({ server, token });

const published = new Set<string>();
for await (const { title } of each(longwave, "listShowEpisodes", { show_id, filter: "editable" }))
  published.add(title);

for (const file of (await readdir(folder)).sort()) {
  const { name: title, ext } = path.parse(file);
  if (!/^\.(mp3|m4a|wav|flac|ogg)$/i.test(ext) || published.has(title)) continue;
  const upload_id = await upload(longwave, await openAsBlob(path.join(folder, file)));
  const { episode } = await longwave.createEpisode({ show_id, title, upload_id });
  console.log(`${episode.episode_id}\t${title}`);
}
