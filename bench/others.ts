/** Benchmarks that are programs of their own, with options of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** What each measures, by the name that it is called by. */
const OTHERS: Readonly<Record<string, string>> = {
  counting: "records counted a second, and whether rightly",
  decision: "an ad decision, by the number of line items",
  feeds: "the feed of a show with 1,000 episodes",
  listeners: "memory while 2,000 listen slowly",
  media: "stitched audio beside nginx, which has it as one file",
  pages: "show pages in a browser",
  statistics: "statistics at size: folding and asking",
  uploads: "memory of a large upload, and reads beside many",
};

export const othersHelp = `
Others, with options of their own (npm run bench -- <name> …):
${Object.entries(OTHERS)
  .map(([name, what]) => `  ${name.padEnd(12)}${what}`)
  .join("\n")}`;

/** Runs the benchmark that the first argument names; null when it names none of these. */
export async function runOther([name = "", ...options]: readonly string[]): Promise<number | null> {
  if (!Object.hasOwn(OTHERS, name)) return null;
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const child = spawn(process.execPath, [file, ...options], { stdio: "inherit" });
  // Until the other has tidied up. A Ctrl+C has reached it already.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill());
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
