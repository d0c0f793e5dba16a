/** Tests what pages load: all of it is named in their heads, browsers keep it for ever, and it is little. */
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { makeListening } from "../../../../test/setup/listening.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  made = await makeListening(world, await world.person());
});

/** What a page's head tells the browser to fetch at once. */
async function scriptsOf(path: string): Promise<string[]> {
  const page = await (await fetch(world.baseUrl + path)).text();
  const named = page.matchAll(/(?:rel="modulepreload" href|type="module" src)="([^"]+)"/g);
  return [...named].map(([, found = ""]) => found);
}

const MOST_BYTES = 40_000;

test("no page loads more than 40 kB of compressed script, and each module is named in the head", async () => {
  const { show_id, episode_id } = made;
  for (const path of [
    "/",
    `/show/${show_id}`,
    `/episode/${episode_id}`,
    `/embed?show_id=${show_id}`,
  ]) {
    const scripts = await scriptsOf(path);
    expect(scripts.length, path).toBeGreaterThan(5);
    let bytes = 0;
    for (const script of scripts) {
      const answer = await fetch(world.baseUrl + script);
      expect(answer.headers.get("cache-control"), script).toContain("immutable");
      expect(answer.headers.get("content-encoding"), script).toMatch(/^(gzip|br)$/);
      const text = await answer.text();
      bytes += gzipSync(text).length;
      for (const [, name] of text.matchAll(/from "\.\/([\w-]+\.js)"/g))
        expect(scripts.map((one) => one.split("/").at(-1))).toContain(name);
    }
    expect(bytes, path).toBeLessThanOrEqual(MOST_BYTES);
  }
});

/** An answer as a browser receives it: compressed, with the bytes of its head. */
async function receive(path: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { "accept-encoding": "br", "sec-fetch-mode": "navigate" };
    get(world.baseUrl + path, { headers }, resolve).on("error", reject);
  });
  const body = await buffer(answer);
  const head = answer.rawHeaders.join("____").length;
  return { headers: answer.headers, bytes: head + body.length };
}

const MOST_PAGE_BYTES = 90_000;
/** What the head names; browsers fetch the other fonts only for text beyond Latin-1. */
const LOADED = /(?:rel="(?:modulepreload|stylesheet|preload)" href|type="module" src)="([^"]+)"/g;

test("a first visit to a show takes at most 90 kB without its pictures", async () => {
  const path = `/show/${made.show_id}`;
  const page = await (await fetch(world.baseUrl + path)).text();
  const files = [...page.matchAll(LOADED)].map(([, file = ""]) => file);
  expect(files.filter((file) => file.endsWith(".woff2"))).toHaveLength(2);
  let { bytes } = await receive(path);
  for (const file of files) {
    const answer = await receive(file);
    expect(answer.headers["x-content-type-options"], file).toBe("nosniff");
    bytes += answer.bytes;
  }
  expect(bytes).toBeLessThanOrEqual(MOST_PAGE_BYTES);
});

test("a file that does not exist is refused with the headers of every answer", async () => {
  const { headers } = await receive("/assets/player/x/nothing.js");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["access-control-allow-origin"]).toBe("*");
});

test("a stylesheet that was fetched takes fewer bytes from then on, and says the same", async () => {
  const page = await (await fetch(`${world.baseUrl}/embed?show_id=${made.show_id}`)).text();
  const path = /href="(\/assets\/player\/\w+\/embed\.css)"/.exec(page)?.[1] ?? "";
  const lengthOf = async () => {
    const { headers } = await fetch(world.baseUrl + path, { headers: { "accept-encoding": "br" } });
    return Number(headers.get("content-length"));
  };
  const plain = await fetch(world.baseUrl + path, { headers: { "accept-encoding": "identity" } });
  const first = await lengthOf();
  await expect.poll(lengthOf, { timeout: 20_000 }).toBeLessThan(first);
  const best = await fetch(world.baseUrl + path, { headers: { "accept-encoding": "br" } });
  expect(await best.text()).toBe(await plain.text());
});
