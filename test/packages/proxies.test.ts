/** Tests the shipped configurations of nginx and Caddy with TLS: Debian's programs in front of a real server. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, makeDataDir, type Server, serve, useDataDir } from "../journeys/processes.ts";
import { startCaddy } from "../setup/caddy.ts";
import { createClient } from "../setup/client.ts";
import { startNginx } from "../setup/nginx.ts";
import { makeSound } from "../setup/sounds.ts";

const DEPLOY = path.resolve(import.meta.dirname, "../../deploy");
const ada = useDataDir();

let folder = "";
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-certificate-"));
  const request = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
  ];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", file("privkey.pem"), "-out", file("fullchain.pem")];
  await promisify(execFile)("openssl", [...request, ...names, ...files, "-days", "2"]);
  const certificate = await readFile(file("fullchain.pem"), "utf8");
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  server = await serveBehind({ DATA_DIR: ada.dataDir, RATE_LIMIT: "0" });
});
afterAll(async () => {
  await stop(server);
  await rm(folder, { recursive: true });
});

const file = (name: string) => path.join(folder, name);

/** `loopback` would trust the clients too, which are addresses of this machine. */
const serveBehind = (env: Record<string, string>) =>
  serve({ LOG_LEVEL: "warn", TRUST_PROXY: "1", ...env });

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

/** Starts each proxy in front of a server, with its shipped configuration; only ports, names and files are others. */
const PROXIES = {
  nginx: async ({ url }: Server) => {
    const text = await readFile(path.join(DEPLOY, "nginx/longwave.conf"), "utf8");
    const edit = (port: number, own: string) =>
      text
        .replace("127.0.0.1:8080", new URL(url).host)
        .replace("listen 80;", `listen unix:${own}/plain;`)
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replaceAll("/etc/nginx/certificates", folder);
    return startNginx(edit, "https");
  },
  Caddy: async ({ url }: Server) => {
    const text = await readFile(path.join(DEPLOY, "caddy/Caddyfile"), "utf8");
    const certificate = `tls ${file("fullchain.pem")} ${file("privkey.pem")}`;
    return startCaddy((own) =>
      text
        .replace("127.0.0.1:8080", new URL(url).host)
        .replace("pods.example.org {", `${own} {\n\t${certificate}`),
    );
  },
};

describe.each(Object.entries(PROXIES))("%s", (name, start) => {
  test("it passes on uploads and ranges, and addresses begin with https", async () => {
    const proxy = await start(server);
    const audio = await publish(proxy, name);
    expect(new URL(audio).origin).toBe(proxy);
    const whole = await fetched(audio);
    expect(whole.status).toBe(200);
    expect(whole.bytes.length).toBeGreaterThan(500_000);
    const part = await fetched(audio, { range: "bytes=300000-399999" });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.subarray(300_000, 400_000));
    const parts = await fetched(audio, { range: "bytes=0-9,400000-400009" });
    expect(parts.type).toMatch(/^multipart\/byteranges/);
    const page = await fetch(`${proxy}/docs`);
    expect([page.status, page.headers.get("strict-transport-security")]).toEqual([
      200,
      (await fetch(`${server.url}/docs`)).headers.get("strict-transport-security"),
    ]);
  });

  test("a refused upload gets its answer while it is still being sent", async () => {
    const proxy = await start(server);
    const { status, sent } = await sendWithWrongToken(`${proxy}/v2/shows`, 50_000_000);
    expect(status).toBe(401);
    expect(sent).toBeLessThan(50_000_000);
  });

  test("each client is limited by its own address, whatever headers it sends", async () => {
    const limited = await serveBehind({ DATA_DIR: await makeDataDir(), RATE_LIMIT: "5" });
    const proxy = await start(limited);
    // If one of the forged addresses counted, each of these requests would come from a new client.
    let last = 0;
    await eventually(async () => {
      last += 1;
      const forged = { "x-forwarded-for": `203.0.113.${last}` };
      return (await ask(proxy, "127.0.0.5", forged)) === 429;
    });
    expect(await ask(proxy, "127.0.0.6")).toBe(200);
    await stop(limited);
  });
});

/** Publishes four megabytes of sound through the proxy; returns the address of the encoded audio. */
async function publish(proxy: string, name: string): Promise<string> {
  const sound = await makeSound({ folder, name: "a.wav", seconds: 40, kind: "sweep" });
  const files = { media_file: new Blob([await readFile(sound)]) };
  const api = createClient(proxy, ada.token);
  const show = await api.post("/v2/shows", { title: `Behind ${name}`, language: "en" });
  const episodes = `/v2/shows/${show.response.show.show_id}/episodes`;
  const sent = await api.post(episodes, { title: "Behind a proxy" }, { files });
  expect(sent.status, sent.text).toBe(200);
  const { episode_id } = sent.response.episode;
  await eventually(async () => {
    const { response } = await api.get(`/v2/episodes/${episode_id}`);
    return response.episode.encoding_status === "READY";
  }, 60_000);
  const play = await fetch(`${proxy}/v2/episodes/${episode_id}/play.mp3`, { redirect: "manual" });
  return play.headers.get("location") ?? "";
}

/** Sends a body, slowly, until there is an answer; returns its status, and how many bytes had been sent by then. */
function sendWithWrongToken(url: string, length: number) {
  const headers = { authorization: "Bearer lw_wrong", "content-length": length };
  return new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
    const request = https.request(url, { method: "POST", headers });
    const chunk = Buffer.alloc(16_384, "a");
    let sent = 0;
    const timer = setInterval(() => {
      if (sent + chunk.length > length) return;
      request.write(chunk);
      sent += chunk.length;
    }, 5);
    request.on("response", ({ statusCode }) => {
      clearInterval(timer);
      resolve({ status: statusCode, sent });
      request.destroy();
    });
    request.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
  });
}

async function fetched(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get("content-type"), bytes };
}

/** The status of a request from an address of this machine. */
const ask = (proxy: string, localAddress: string, headers = {}) =>
  new Promise<number>((resolve, reject) => {
    const options = { localAddress, agent: false, headers };
    https
      .get(`${proxy}/v2/explore/lists`, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on("error", reject);
  });
