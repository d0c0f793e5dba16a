/** Decodes every image of a folder in its own process, and reports each result and the memory used. */
import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { renderImage } from "../../src/features/publishing/images/actions.ts";
import { openGates } from "../../src/gates.ts";
import type { Failure } from "../../src/platform/failure.ts";

const [folder = "", tmp = ""] = process.argv.slice(2);
const gates = openGates();
const outcomes: Record<string, string> = {};
for (const filename of readdirSync(folder)) {
  const own = path.join(tmp, filename);
  mkdirSync(own);
  const file = { path: path.join(own, "image_file"), filename };
  copyFileSync(path.join(folder, filename), file.path);
  try {
    const { format, width, height } = await renderImage(
      gates,
      { ...file, bytes: statSync(file.path).size },
      undefined,
    );
    outcomes[filename] = `${format} ${width}x${height}`;
  } catch (error) {
    outcomes[filename] = (error as Failure).fields?.image_file ?? String(error);
  }
}
console.log(JSON.stringify({ outcomes, maxRSS: process.resourceUsage().maxRSS }));
