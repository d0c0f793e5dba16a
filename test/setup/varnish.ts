/** Runs Debian's Varnish for tests, with the files of `deploy/varnish`, on a free port and as no user in particular. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort, whenAnswering } from "./nginx.ts";
import { SECRET } from "./shipped.ts";

const SHIPPED = path.resolve(import.meta.dirname, "../../deploy/varnish");
/** Debian's `nobody`. */
const NOBODY = 65_534;

type Edits = Readonly<{
  vcl?: (text: string) => string;
  format?: (text: string) => string;
}>;

/**
 * Starts Varnish before the server at `url`, and what writes its log, for the duration of a test. Returns its base URL, and
 * the path of the log.
 */
export async function startVarnish(
  { url }: Readonly<{ url: string }>,
  { vcl = (text) => text, format = (text) => text }: Edits = {},
): Promise<Readonly<{ proxy: string; log: string }>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-varnish-"));
  await chmod(folder, 0o755);
  const own = path.join(folder, "own");
  await mkdir(own);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(own, NOBODY, NOBODY);
  const { hostname, port } = new URL(url);
  const text = (await readFile(path.join(SHIPPED, "longwave.vcl"), "utf8"))
    .replace('.host = "127.0.0.1";', `.host = "${hostname}";`)
    .replace('.port = "8080";', `.port = "${port}";`)
    .replaceAll('"SECRET"', `"${SECRET}"`);
  const files = { vcl: path.join(folder, "longwave.vcl"), format: path.join(folder, "format") };
  await writeFile(files.vcl, vcl(text));
  await writeFile(
    files.format,
    format(await readFile(path.join(SHIPPED, "longwave.format"), "utf8")),
  );
  // Another test of this process may have closed new files to others.
  for (const file of Object.values(files)) await chmod(file, 0o644);
  const run = (program: string, given: readonly string[]): ChildProcess =>
    spawn(program, given, {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: own,
      env: { PATH: process.env.PATH, HOME: own, TMPDIR: own },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  const work = path.join(own, "work");
  const listen = `127.0.0.1:${await freePort()}`;
  const settings = [...text.matchAll(/ -p (\w+=\S+)/g)].flatMap(([, setting = ""]) => [
    "-p",
    setting,
  ]);
  const server = run("/usr/sbin/varnishd", [
    ...[
      "-F",
      "-j",
      "none",
      "-n",
      work,
      "-s",
      "malloc,200m",
      "-p",
      "timeout_idle=60",
      "-a",
      listen,
      "-f",
      files.vcl,
    ],
    ...settings,
  ]);
  const children = [server];
  onTestFinished(async () => {
    for (const child of children.toReversed())
      if (child.exitCode === null && child.kill()) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  const proxy = await whenAnswering(server, `http://${listen}`);
  const log = path.join(own, "audio.log");
  const [, query = ""] = /-q '([^']*)'/.exec(text) ?? [];
  const logging = ["-n", work, "-a", "-j", "-f", files.format, "-q", query, "-w", log];
  children.push(run("/usr/bin/varnishncsa", [...logging, "-t", "30"]));
  await whenLogging(proxy, log);
  return { proxy, log };
}

/** Returns when the log of requests has begun, and is empty: varnishncsa passes by what came before it. */
async function whenLogging(proxy: string, log: string): Promise<void> {
  for (let probe = 1; probe <= 200; probe += 1) {
    await (await fetch(`${proxy}/media/r/probe-${probe}`)).bytes();
    await sleep(50);
    const text = await readFile(log, "utf8").catch(() => "");
    if (text === "") continue;
    // The last one is written after all others.
    while (!(await readFile(log, "utf8")).includes(`/media/r/probe-${probe}"`)) await sleep(20);
    await truncate(log);
    return;
  }
  throw new Error("varnishncsa writes no log");
}
