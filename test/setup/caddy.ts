/** Runs Debian's Caddy for tests, with a given configuration, on a free port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { freePort, whenAnswering } from "./nginx.ts";

/** Starts Caddy for the duration of a test. `configure` gets its base URL, and returns the sites. Returns that URL. */
export async function startCaddy(configure: (url: string) => string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-caddy-"));
  const url = `https://127.0.0.1:${await freePort()}`;
  const file = path.join(folder, "Caddyfile");
  // No other port than this one, and no certificates from elsewhere.
  const options = "admin off\n\tauto_https disable_redirects\n\tskip_install_trust";
  await writeFile(file, `{\n\t${options}\n}\n${configure(url)}`);
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  return whenAnswering(child, url);
}
