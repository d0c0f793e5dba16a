/** A bucket for one test: on an S3 server in another process, or on the one of TEST_MEDIA_URL. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/** `url` is a value for MEDIA_URL; `endpoint` is the server's address. Only a server of our own can be killed. */
export type TestBucket = {
  url: string;
  endpoint: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const S3RVER = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");

/** An empty bucket, or an unused prefix in the given one. */
export async function openBucket(): Promise<TestBucket> {
  const given = process.env.TEST_MEDIA_URL;
  if (given) {
    const url = new URL(given);
    url.pathname = `${url.pathname.replace(/\/+$/, "")}/${randomUUID()}`;
    const endpoint = url.searchParams.get("endpoint") ?? "";
    const nothing = async () => {};
    return { url: url.href, endpoint, kill: nothing, start: nothing, close: nothing };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-bucket-"));
  let server = await startServer(folder);
  const { port } = server;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    url: `s3://S3RVER:S3RVER@media/some/where?${new URLSearchParams({ endpoint })}`,
    endpoint,
    kill: () => server.stop(),
    async start() {
      server = await startServer(folder, port);
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(folder: string, listen = "0") {
  const where = ["--directory", folder, "--address", "127.0.0.1", "--port", listen];
  const options = ["--silent", "--configure-bucket", "media"];
  // It encrypts page markers with DES, which OpenSSL 3 only has in its legacy provider.
  const node = ["--no-deprecation", "--openssl-legacy-provider"];
  const child = spawn(process.execPath, [...node, S3RVER, ...where, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let port = "";
  for await (const line of createInterface({ input: child.stdout })) {
    port = /listening on .*:(\d+)$/.exec(line)?.[1] ?? "";
    if (port !== "") break;
  }
  if (port === "") throw new Error("the S3 server did not start");
  const ended = once(child, "exit");
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  return { port, stop };
}
