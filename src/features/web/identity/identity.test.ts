/** Tests that what the operator says of the site is what its readers see. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { renderLogo, saveIdentity } from "./actions.ts";

const world = useWorld({ SITE_NAME: "Radio Setting" });
const plain = useWorld();

const open = async (at: string, { baseUrl } = world) => {
  const response = await fetch(new URL(at, baseUrl));
  return { response, text: await response.text() };
};

/** Pages know a change after a second at the latest. */
const appears = (text: string, at = "/sign-in") =>
  expect.poll(async () => (await open(at)).text, { timeout: 5000 }).toContain(text);

test("without any choice a site is called Longwave", async () => {
  const { text } = await open("/sign-in", plain);
  expect(text).toContain("<title>Sign in · Longwave</title>");
});

test("what the operator saves counts more than the setting, until it is cleared", async () => {
  expect((await open("/sign-in")).text).toContain("<title>Sign in · Radio Setting</title>");
  await saveIdentity(world.deps.db, { name: "Harbour & Hill" });
  await appears("<title>Sign in · Harbour &amp; Hill</title>");
  await appears("<title>Page not found · Harbour &amp; Hill</title>", "/show/0");
  await saveIdentity(world.deps.db, { name: "" });
  await appears("<title>Sign in · Radio Setting</title>");
});

test("a change keeps what it does not name", async () => {
  await saveIdentity(world.deps.db, { name: "First", tagline: "Talks" });
  await saveIdentity(world.deps.db, { accent: "8A1C2B" });
  const { rows } = await world.deps.pool.query("select name, tagline, accent from site_identity");
  expect(rows).toEqual([{ name: "First", tagline: "Talks", accent: "#8a1c2b" }]);
});

test.each([
  ["name", "x".repeat(61)],
  ["tagline", "x".repeat(141)],
  ["accent", "red"],
  ["about", "x".repeat(5001)],
  ["imprint", "x".repeat(20_001)],
  ["contact", "javascript:alert(1)"],
  ["contact", "call us"],
])("a %s that cannot be used is refused by name", async (field, value) => {
  await expect(saveIdentity(world.deps.db, { [field]: value })).rejects.toMatchObject({
    fields: { [field]: expect.any(String) },
  });
});

test("a logo is re-encoded, served and shown in the header", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-logo-"));
  const file = path.join(folder, "logo");
  await writeFile(
    file,
    await makePicture({ width: 900, height: 300, format: "png", author: "Eve" }),
  );
  const logo = await renderLogo(world.deps.gates, file, "test");
  await rm(folder, { recursive: true });
  expect(logo.includes("Eve")).toBe(false);
  await saveIdentity(world.deps.db, { logo });
  await appears("/assets/logo.png?v=");
  const { text } = await open("/sign-in");
  const src = /src="(\/assets\/logo\.png\?v=\w+)"/.exec(text)?.[1] ?? "";
  const served = await fetch(new URL(src, world.baseUrl));
  expect(served.headers.get("cache-control")).toContain("immutable");
  const { width, height, format } = await sharp(await served.arrayBuffer()).metadata();
  expect({ width, height, format }).toEqual({ width: 240, height: 80, format: "png" });
  await saveIdentity(world.deps.db, { logo: null });
  expect((await fetch(new URL(src, world.baseUrl))).status).toBe(404);
});

test("the footer links to the legal notice, the privacy policy and the contact, as far as there are", async () => {
  const none = await open("/about");
  for (const word of ["Legal notice", "Privacy", "Contact"])
    expect(none.text).not.toContain(`>${word}</a>`);
  expect((await open("/imprint")).response.status).toBe(404);
  await saveIdentity(world.deps.db, {
    imprint: "Harbour <Radio>\nQuay 1\n\nHamburg",
    privacy: "https://harbour.example/privacy",
    contact: "hello@harbour.example",
  });
  await appears('<a href="mailto:hello@harbour.example">Contact</a>');
  const { text } = await open("/sign-in");
  expect(text).toContain('<a href="/imprint">Legal notice</a>');
  expect(text).toContain('<a href="https://harbour.example/privacy">Privacy</a>');
  const notice = await open("/imprint");
  expect(notice.text).toContain("<p>Harbour &lt;Radio&gt;\nQuay 1</p>");
  expect(notice.text).toContain("<p>Hamburg</p>");
  const policy = await fetch(new URL("/privacy", world.baseUrl), { redirect: "manual" });
  expect(policy.headers.get("location")).toBe("https://harbour.example/privacy");
  await saveIdentity(world.deps.db, { imprint: "", privacy: "", contact: "" });
});

test("oEmbed names the site", async () => {
  await saveIdentity(world.deps.db, { name: "Harbour" });
  const ada = await world.person();
  await appears("Harbour", `/user/${ada.user_id}`);
  const url = `${world.baseUrl}/user/${ada.user_id}`;
  const { text } = await open(`/oembed?url=${encodeURIComponent(url)}`);
  expect(JSON.parse(text)).toMatchObject({ provider_name: "Harbour" });
});

test("icons, manifest and rules for robots show the site", async () => {
  await saveIdentity(world.deps.db, { name: "Harbour", accent: "#8a1c2b" });
  await appears("Harbour");
  const bytesOf = async (at: string) =>
    Buffer.from(await (await fetch(new URL(at, world.baseUrl))).arrayBuffer());
  const icon = sharp(await bytesOf("/apple-touch-icon.png"));
  const { width, height } = await icon.metadata();
  expect([width, height]).toEqual([180, 180]);
  const corner = await icon.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect([...corner]).toEqual([0x8a, 0x1c, 0x2b]);
  const ico = await bytesOf("/favicon.ico");
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
  expect((await sharp(ico.subarray(22)).metadata()).width).toBe(48);
  expect((await open("/icon.svg")).text).toContain("#8a1c2b");
  const manifest = JSON.parse((await open("/site.webmanifest")).text);
  expect(manifest).toMatchObject({ name: "Harbour", theme_color: "#8a1c2b" });
  for (const { src, sizes } of manifest.icons) {
    const drawn = await sharp(await bytesOf(src)).metadata();
    expect(`${drawn.width}x${drawn.height}`).toBe(sizes);
  }
  expect((await open("/robots.txt")).text).toContain(`Sitemap: ${world.baseUrl}/sitemap.xml`);
});
