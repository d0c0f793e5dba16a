/** Runs Debian's nginx for tests, with a given configuration, on a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

const NGINX = "/usr/sbin/nginx";

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts nginx for the duration of a test. `configure` gets a port to listen on and a folder for files, and returns the
 * content of `http { }`. Returns its base URL, with the given scheme.
 */
export async function startNginx(
  configure: (port: number, folder: string) => string,
  scheme: "http" | "https" = "http",
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-nginx-"));
  await mkdir(path.join(folder, "cache"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const file = path.join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      ${configure(port, folder)}
    }`,
  );
  const child = spawn(NGINX, ["-e", path.join(folder, "error.log"), "-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  return whenAnswering(child, `${scheme}://127.0.0.1:${port}`);
}

/** Returns `url` as soon as the proxy `child` answers there; throws what it wrote to stderr if it ends before. */
export async function whenAnswering(child: ChildProcess, url: string): Promise<string> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The proxy does not start: ${said}`);
    if (await fetch(url).catch(() => null)) return url;
    await sleep(50);
  }
  throw new Error(`The proxy does not answer: ${said}`);
}
