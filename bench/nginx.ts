/** The baseline for files: nginx with one worker and sendfile, serving a folder; and the shipped edge. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { shipped, withEdge } from "../test/setup/shipped.ts";
import type { Server } from "./processes.ts";

const configuration = (folder: string, content: string) => `
worker_processes 1;
daemon off;
user root;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  sendfile on;
  access_log off;
  keepalive_requests 1000000000;
  types { audio/mpeg mp3; }
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ")}
  ${content}
}`;

type Nginx = Server & Readonly<{ pid: number }>;

/** Serves `folder`/files; nginx's own files are in `folder`. `pid` is the worker's. `logs`: in its usual format. */
export const startNginx = (folder: string, logs = false): Promise<Nginx> =>
  start(folder, (port) => {
    const log = logs ? `access_log ${folder}/access.log combined buffer=64k flush=1s;` : "";
    return `server { listen 127.0.0.1:${port}; root ${folder}/files; ${log} }`;
  });

/** The shipped edge in front of Longwave at `url`, with its cache and its log in `folder`. */
export async function startEdge(folder: string, url: string): Promise<Nginx> {
  const configure = await shipped({ url }, await withEdge());
  return start(folder, (port) => configure(port, folder));
}

async function start(folder: string, contentFor: (port: number) => string): Promise<Nginx> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const file = path.join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, contentFor(port)));
  const child = spawn("nginx", ["-e", path.join(folder, "error.log"), "-c", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", () => reject(new Error("nginx is not installed.")));
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return {
    url,
    pid: Number(children.trim().split(" ")[0]),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not start.");
}
