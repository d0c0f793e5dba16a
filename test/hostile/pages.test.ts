/** Tests that user content never becomes markup, and that pages cannot be framed, forged or poisoned. */
import { connect } from "node:net";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app/build.ts";
import { createWebhook } from "../../src/features/distribution/webhooks/actions.ts";
import { createClient } from "../../src/features/people/oauth/actions.ts";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { makeEpisode } from "../setup/factories.ts";
import { createSurfer } from "../setup/surfer.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
/** Ends attributes, elements, scripts, comments and CDATA sections. */
const EVIL = `"'>]]>--></script></title></textarea><script>evil()</script><img src=x onerror=evil()>`;
let ada: Person;
let show_id: number;
let episode_id: number;
let campaign_id: number;
let lineitem_id: number;
let report_id: number;
let advertiser_id: number;

beforeAll(async () => {
  ada = await world.person();
  const { db } = world.deps;
  const made = await ada.api.post("/v2/shows", { title: "A fine show", language: "en" });
  show_id = made.response.show.show_id;
  // Exceeds the API's length limits, as imported data may.
  await db
    .updateTable("shows")
    .set({ title: EVIL, copyright: EVIL, author_name: EVIL, owner_name: EVIL, permalink: "fine" })
    .where("show_id", "=", show_id)
    .execute();
  const html = `<p onclick="evil()">x</p><a href="javascript:evil()">y</a><svg onload=evil()>${EVIL}`;
  await ada.api.post(`/v2/shows/${show_id}`, {
    description_html: html,
    episode_description_footer_html: html,
  });
  episode_id = await makeEpisode(world, show_id, { title: EVIL });
  const path = `/v2/episodes/${episode_id}`;
  const filled = await ada.api.post(path, { description_html: html, tags: EVIL.slice(-55) });
  expect(filled.status, filled.text).toBe(200);
  await ada.api.post(`${path}/chapters`, { starts_at: 0, title: EVIL });
  await ada.api.post(`${path}/messages`, { text: EVIL });
  const named = { name: EVIL.slice(0, 100) };
  const { organization_id } = await createOrganization(world.deps, named, ada.user_id, true);
  const booked = async (noun: string, fields: object) =>
    (await ada.api.post(`/v2/${noun}s`, { name: EVIL, external_id: EVIL, ...fields })).response[
      noun
    ];
  ({ advertiser_id } = await booked("advertiser", { iab_categories: "IAB1", notes: EVIL }));
  ({ campaign_id } = await booked("campaign", { advertiser_id }));
  ({ lineitem_id } = await booked("lineitem", {
    campaign_id,
    ...{ priority_id: 30, start_date: "2026-01-10", end_date: "2036-01-20", notes: EVIL },
    ...{ goal_pacing: "PACED", price_type: "NONE", price_amount: "0", goal_impressions: 9 },
    target_tags: { type: "INCLUDE", values: [EVIL.slice(-60)] },
  }));
  const saved = await ada.api.post(`/v2/organizations/${organization_id}/saved-reports`, {
    ...{ name: EVIL.slice(0, 100), period: "yesterday", dimensions: "lineitem", campaign_id },
  });
  ({ report_id } = saved.response.report);
  await ada.api.post("/v2/users/me", { fullname: EVIL.slice(0, 60), description: EVIL });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, world.baseUrl), { redirect: "manual", headers });

const encoded = encodeURIComponent(EVIL);

/** Pages that show text of the author, or of the author of a link. */
const pages = (): string[] => [
  ...[`/show/${show_id}`, `/episode/${episode_id}`, `/user/${ada.user_id}`, "/"],
  ...[`/embed?episode_id=${episode_id}`, `/embed?show_id=${show_id}`],
  ...[
    `/search?q=${encoded}`,
    `/show/${show_id}?q=${encoded}&season=${encoded}`,
    `/show/${show_id}?order=oldest`,
    `/?languages=${encoded}`,
    `/tag/${encoded}`,
    `/category/${encoded}`,
    `/list/${encoded}`,
    `/episode/${encoded}/transcript`,
  ],
  ...[`/show/${show_id}?key=${encoded}&c=${encoded}`, `/episode/${encoded}`, `/${encoded}`],
  ...[`/sign-in?next=${encoded}&done=${encoded}`, `/reset-password?code=${encoded}`],
  ...[`/agree-to-mails?code=${encoded}`, `/unsubscribe-episodes?code=${encoded}`],
  `/unsubscribe-numbers?code=${encoded}`,
  ...[`/oauth2/authorize?client_id=${encoded}`, `/oauth2/device?user_code=${encoded}`],
];

test("no page contains user content as markup", async () => {
  for (const path of pages()) {
    const answer = await get(path, { accept: "text/html" });
    const text = await answer.text();
    expect(answer.status, path).toBeLessThan(500);
    expect(text, path).not.toMatch(
      /<script>evil|<img src=x|onclick=|<svg onload|href="javascript:/i,
    );
    // Structured data must end where it should.
    for (const [, data = ""] of text.matchAll(/<script type="application\/[^>]*>(.*?)<\/script>/gs))
      expect(() => JSON.parse(data), path).not.toThrow();
  }
  expect(await (await get(`/show/${show_id}`)).text()).toContain("&lt;script&gt;evil()");
});

test("the settings and consent pages escape names of people, apps and tokens", async () => {
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  const name = EVIL.slice(-60);
  await browser.open("/settings/tokens");
  await browser.submit({ name, scope: "read", days: "30" }, "/settings/tokens");
  const redirect_uris = ["http://localhost:7777/callback"];
  const app = { name, redirect_uris, public: false };
  const { client_id } = await createClient(world.deps, app, ada.user_id);
  const query = new URLSearchParams({ client_id, response_type: "code" });
  for (const path of [
    ...["/settings", "/settings/tokens", "/settings/clients", "/settings/apps"],
    ...["/settings/webhooks", "/settings/notifications", "/settings/notifications/mail"],
    "/settings/notifications/numbers",
    ...[
      "/library",
      "/library/shows",
      `/show/${show_id}/notify`,
      `/episode/${episode_id}`,
      `/episode/${episode_id}/messages/new`,
    ],
    ...["/settings/sessions", `/oauth2/authorize?${query}`, "/studio"],
    ...[`/studio/shows/${show_id}/episodes/new`, `/studio/episodes/${episode_id}`],
    ...[`/studio/shows/${show_id}/numbers`, `/studio/shows/${show_id}/numbers/ages`],
    ...["/studio/episodes", `/studio/shows/${show_id}/episodes`, "/studio/calendar"],
    ...[
      `/studio/episodes/${episode_id}/publish`,
      `/studio/episodes/${episode_id}/unschedule`,
      `/studio/episodes/${episode_id}/delete`,
    ],
    ...["", "/feed", "/team", "/distribution", "/messages", "/import", "/export", "/delete"].map(
      (rest) => `/studio/shows/${show_id}${rest}`,
    ),
    ...["/studio/ads", "/studio/ads?danger=behind", "/studio/ads/inventory"],
    `/studio/ads/views/new?list=campaigns&params=${encoded}`,
    ...["/studio/ads/advertisers", `/studio/ads/advertisers/${advertiser_id}`],
    ...[`/studio/ads/campaigns`, `/studio/ads/campaigns/${campaign_id}`],
    ...[`/studio/ads/campaigns/${campaign_id}/edit`, `/studio/ads/campaigns/${campaign_id}/delete`],
    `/studio/ads/advertisers/${advertiser_id}/delete`,
    ...[
      "",
      "?simulate=1",
      "/edit",
      "/edit?change=week",
      "/change?change=week",
      "/delete",
      "/aircheck",
    ].map((rest) => `/studio/ads/lineitems/${lineitem_id}${rest}`),
    ...["/studio/ads/bulk", `/studio/ads/campaigns/${campaign_id}/share`],
    `/studio/ads/campaigns/${campaign_id}/reconcile`,
    ...["/studio/ads/reports", "/studio/ads/reports?period=this_month&dimensions=day,lineitem"],
    ...[
      `/new?period=custom&from=${encoded}&team=x`,
      `/${report_id}`,
      `/${report_id}/delete`,
      `/${report_id}/mails`,
    ].map((rest) => `/studio/ads/reports${rest}`),
    ...["/studio/ads/lineitems/new", `/studio/ads/lineitems/new?campaign=${encoded}`],
    ...["/studio/messages", "/studio/episodes/new", "/studio/find?q=script"],
    ...["transcript", "links", "numbers", "history", "delete", "show", "publish", "schedule"].map(
      (tab) => `/studio/episodes/${episode_id}/${tab}`,
    ),
  ]) {
    const { status, text } = await browser.open(path);
    expect(status, path).toBe(200);
    expect(text, path).not.toMatch(/<script>evil|<img src=x/);
  }
});

test("the report for a sponsor escapes names, and leads nowhere", async () => {
  const { response } = await ada.api.post(`/v2/campaigns/${campaign_id}/share`);
  const { status, headers, text } = await createSurfer(world.baseUrl).open(response.share.url);
  expect(status).toBe(200);
  expect(text).not.toMatch(/<script>evil|<img src=x/);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("feeds and oEmbed stay well-formed, and their frames harmless", async () => {
  const feed = await (await get(`/show/${show_id}/episodes/feed`)).text();
  expect(XMLValidator.validate(feed)).toBe(true);
  const { rss } = new XMLParser({ trimValues: false }).parse(feed);
  expect(rss.channel.title).toBe(EVIL);
  expect(feed).not.toMatch(/onclick=|href="javascript:/);
  const url = encodeURIComponent(`${world.baseUrl}/episode/${episode_id}`);
  const json = (await (await get(`/oembed?url=${url}`)).json()) as { title: string; html: string };
  expect(json.title).toBe(EVIL);
  expect(json.html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
  const xml = await (await get(`/oembed?url=${url}&format=xml`)).text();
  expect(XMLValidator.validate(xml)).toBe(true);
});

test("no other resource can be interpreted as a page", async () => {
  for (const path of [
    ...[`/v2/shows/${show_id}`, `/v2/search?q=${encoded}`, `/v2/${encoded}`, "/openapi.json"],
    ...[`/show/${show_id}/episodes/feed`, `/oembed?url=${encoded}`],
  ]) {
    const { headers } = await get(path);
    expect(headers.get("content-type"), path).not.toMatch(/html/);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
  }
});

test("only the player can be framed by other sites, and it is anonymous", async () => {
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  for (const path of pages()) {
    const { headers, text } = await browser.open(path);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    const policy = headers.get("content-security-policy") ?? "";
    if (path.startsWith("/embed")) {
      expect(policy).toContain("frame-ancestors *");
      expect(text).not.toContain(ada.username);
      expect(text).not.toMatch(/<form|csrf/);
    } else expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe-|script-src [^;]*(http|\*)/);
  }
});

test("every POST form is refused without its token, and from another site", async () => {
  const always: Record<string, string> = {};
  const browser = createSurfer(world.baseUrl, always);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  const mine = await createClient(
    world.deps,
    { name: "Mine", redirect_uris: ["https://a.example/"] },
    ada.user_id,
  );
  await createToken(world.deps, ada.username);
  const { text: tokens } = await browser.open("/settings/tokens");
  const token_id = /token_id=(\d+)"/.exec(tokens)?.[1];
  const { webhook_id } = await createWebhook(
    world.deps,
    { user_id: ada.user_id },
    { url: "https://hooks.example", types: [], format: "STANDARD", signature: "v1" },
  );
  const forms: string[] = [];
  for (const page of [
    "/settings/notifications",
    ...["", `/${webhook_id}`, `/${webhook_id}/rotate`, `/${webhook_id}/delete`].map(
      (end) => `/settings/webhooks${end}`,
    ),
    ...["/sign-in", "/sign-up", "/forgot-password", "/reset-password", "/settings"],
    ...["/settings/password", "/settings/sessions", "/settings/tokens", "/settings/clients"],
    ...["/settings/picture", "/settings/picture/remove", "/settings/email"],
    ...["/settings/preferences", "/settings/sessions/end?session_id=others"],
    ...[`/settings/tokens/revoke?token_id=${token_id}`],
    ...[`/settings/clients/${mine.client_id}/delete`, "/settings/apps", "/oauth2/device"],
    ...["/studio/shows/new", "/studio/import"],
    ...[`/studio/shows/${show_id}/episodes/new`, "/setup/podcast"],
    ...["/studio/episodes", `/studio/shows/${show_id}/calendar`],
    `/studio/shows/${show_id}/numbers/notes/new`,
  ]) {
    const { text } = await browser.open(page);
    for (const [, action = ""] of text.matchAll(/<form method="post" action="([^"]+)"/g)) {
      forms.push(action);
      if (action === "/oauth2/device") continue;
      for (const [name, value] of [
        ["sec-fetch-site", "cross-site"],
        ["sec-fetch-site", "same-site"],
        ["origin", "https://evil.example"],
      ] as const) {
        await browser.open(page);
        always[name] = value;
        expect((await browser.submit({}, action)).status, `${action} ${name}`).toBe(403);
        delete always[name];
      }
      await browser.open(page);
      expect((await browser.submit({ csrf: "forged" }, action)).status, action).toBe(403);
    }
  }
  expect(new Set(forms).size).toBeGreaterThan(14);
  // The library's form has a separate token, tied to its session.
  await browser.open("/oauth2/device");
  const redirect_uris = ["http://localhost:7777/callback"];
  const app = { name: "Device", redirect_uris, public: true };
  const { client_id } = await createClient(world.deps, app, null);
  const asked = await fetch(`${world.baseUrl}/oauth2/device_authorization`, {
    method: "POST",
    body: new URLSearchParams({ client_id }),
  });
  const { user_code } = (await asked.json()) as { user_code: string };
  const forged = await browser.submit({ xsrf: "forged", user_code }, "/oauth2/device");
  expect(forged.text).not.toContain(user_code);
  await browser.open("/oauth2/device");
  expect((await browser.submit({ user_code }, "/oauth2/device")).text).toContain(user_code);
});

test("with PUBLIC_URL no request header affects a response or a redirect", async () => {
  const config = { ...world.deps.config, publicUrl: "https://pods.example", trustProxy: true };
  const app = await buildApp({ ...world.deps, config });
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    forwarded: "host=evil.example",
    "x-forwarded-proto": "http",
    "x-original-url": "/evil",
    "x-rewrite-url": "/evil",
  };
  const url = encodeURIComponent(`https://pods.example/episode/${episode_id}`);
  for (const path of [
    "http://evil.example/.well-known/openid-configuration",
    ...[`/v2/shows/${show_id}`, `/v2/shows/${show_id}/episodes?limit=1`, `/show/${show_id}`, "/"],
    ...[`/show/${show_id}/episodes/feed`, `/oembed?url=${url}`, "/settings", "/openapi.json"],
    ...["/.well-known/oauth-authorization-server", `/podcast/x--${show_id}`, "/v2/nothing"],
  ]) {
    const answer = await app.inject({ url: path, headers });
    expect(answer.body + JSON.stringify(answer.headers), path).not.toContain("evil.example");
  }
  await app.close();
});

test("without PUBLIC_URL a forwarded host is only accepted from a trusted proxy", async () => {
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  for (const path of [
    `/v2/shows/${show_id}`,
    `/show/${show_id}`,
    `/show/${show_id}/episodes/feed`,
  ]) {
    await get(path, headers);
    expect(await (await get(path)).text(), path).not.toContain("evil.example");
    expect(await (await get(path, headers)).text(), path).not.toContain("evil.example");
  }
});

test("no path leaves the folders that are served", async () => {
  const ways = ["../", "..%2f", "%2e%2e/", "..%5c", "....//", "%252e%252e%252f", "..;/"];
  for (const base of [
    "/media/",
    "/media/r/",
    "/assets/player/1/",
    "/v2/uploads/",
    "/download/episode/1/",
  ])
    for (const way of ways) {
      // Sent unchanged: `fetch` would normalise such a path.
      const answer = await rawGet(`${base}${way.repeat(8)}etc/passwd`);
      expect(answer, base + way).toMatch(/^HTTP\/1\.1 (400|401|404|405) /);
      expect(answer, base + way).not.toContain("root:");
    }
});

async function rawGet(path: string): Promise<string> {
  const { port, hostname } = new URL(world.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test("file names and redirect URLs cannot inject header lines", async () => {
  const line = encodeURIComponent('a"\r\nset-cookie: evil=1;\r\n\r\nb.mp3');
  for (const path of [
    `/download/episode/${episode_id}/${line}`,
    ...[
      `/sign-in?next=/${line}`,
      `/show/${line}--${show_id}`,
      `/v2/episodes/${episode_id}/play?x=${line}`,
    ],
    `/oauth2/authorize?client_id=${line}&redirect_uri=${line}&state=${line}`,
  ]) {
    const answer = await get(path);
    expect(answer.status, path).toBeLessThan(500);
    expect(answer.headers.getSetCookie().join(), path).not.toContain("evil=1");
  }
});
