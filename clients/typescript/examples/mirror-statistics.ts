/**
 * Writes the plays and downloads of each of your shows, by day, to `SHOW_ID.csv` in a folder.
 * `LONGWAVE_SERVER=… LONGWAVE_TOKEN=… node mirror-statistics.ts FOLDER FROM TO`, with dates like 2026-05-31
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLongwave, each } from "../src/index.ts";

const [folder = ".", from = "", to = ""] = process.argv.slice(2);
const { LONGWAVE_SERVER: server = "", LONGWAVE_TOKEN: token = "" } = process.env;
const longwave = createLongwave({ server, token });

await mkdir(folder, { recursive: true });
for await (const { show_id, title } of each(longwave, "listUserShows", { user_id: "me" })) {
  const csv = await longwave.exportShowPlayStatistics({ show_id, from, to, group: "day" });
  await writeFile(path.join(folder, `${show_id}.csv`), csv);
  console.log(`${show_id}\t${title}`);
}
