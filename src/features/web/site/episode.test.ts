/** The page of an episode over HTTP: what one can do, who takes part, what listeners say, other episodes. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeListening } from "../../../../test/setup/listening.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
});

const open = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(world.baseUrl + path, { headers })).text();

const dayOf = (day: number) => new Date(Date.UTC(2026, 0, day));

test("an episode's page offers to play, follow, share, download and embed it", async () => {
  const text = await open(`/episode/${made.episode_id}`);
  const at = text.indexOf('<header class="hero">');
  const hero = text.slice(at, text.indexOf("</header>", at));
  expect(hero).toContain(`href="${world.baseUrl}/v2/episodes/${made.episode_id}/play.mp3"`);
  expect(hero).toContain(`href="${world.baseUrl}/show/${made.show_id}/follow"`);
  expect(hero).toContain(`data-share="${world.baseUrl}/episode/${made.episode_id}"`);
  expect(hero).toContain(
    `&lt;iframe src=&quot;${world.baseUrl}/embed?episode_id=${made.episode_id}`,
  );
  expect(hero).toContain(`/v2/episodes/${made.episode_id}/download.mp3`);
});

test("likes and messages are counted in the reader's language, and messages are shown as text", async () => {
  const bob = await world.person({ username: "bob_ray" });
  const episode_id = await makeEpisode(world, made.show_id, { title: "Loved" });
  const path = `/episode/${episode_id}`;
  expect(await open(path)).toContain("No messages yet.");
  await bob.api.post(`/v2/episodes/${episode_id}/messages`, { text: "So <b>good</b>!\nAgain." });
  expect((await bob.api.put(`/v2/users/${bob.user_id}/likes/${episode_id}`)).status).toBe(200);
  const text = await open(path);
  expect(text).toContain("<span>1 like</span>");
  expect(text).toContain(">1 message</a>");
  expect(text).toContain("So &lt;b&gt;good&lt;/b&gt;!\nAgain.");
  expect(text).toContain(`<a href="${world.baseUrl}/user/${bob.user_id}"><bdi>`);
  await ada.api.post(`/v2/episodes/${episode_id}/messages`, { text: "Thanks." });
  const plurals = { en: "2 messages", it: "2 messaggi", es: "2 mensajes", de: "2 Nachrichten" };
  for (const [lang, words] of Object.entries(plurals))
    expect(await open(path, { "accept-language": lang }), lang).toContain(`>${words}</a>`);
});

test("an episode's page names its people and the show's funding, and links only to the web", async () => {
  const persons = [
    { name: "Ines Vale", role: "guest", url: "https://ines.example/" },
    { name: "Tom Reed", role: "host" },
  ];
  await ada.api.put(`/v2/episodes/${made.episode_id}/persons`, { persons });
  await ada.api.put(`/v2/shows/${made.show_id}/funding`, {
    funding: [{ url: "https://give.example/tide", title: "Buy us a tide table" }],
  });
  const text = await open(`/episode/${made.episode_id}`);
  expect(text).toContain(
    '<a href="https://ines.example/" rel="noopener nofollow ugc"><bdi>Ines Vale',
  );
  expect(text).toContain("<bdi>Tom Reed</bdi>");
  expect(text).toContain('href="https://give.example/tide"');
  expect(text).toContain("Buy us a tide table");
  const roles = { en: "host", de: "Moderation", fr: "animation", it: "conduzione" };
  for (const [lang, role] of Object.entries(roles))
    expect(await open(`/episode/${made.episode_id}`, { "accept-language": lang })).toContain(
      `Tom Reed</bdi> <span class="soft">${role}</span>`,
    );
});

test("an episode's page leads to the one before, the one after, and three others", async () => {
  const show_id = await makeShow(world, ada);
  const ids: number[] = [];
  for (const day of [1, 2, 3, 4, 5])
    ids.push(await makeEpisode(world, show_id, { published_at: dayOf(day) }));
  const [first, second, third, , last] = ids;
  const text = await open(`/episode/${second}`);
  expect(text).toContain(`rel="prev" href="${world.baseUrl}/episode/${first}"`);
  expect(text).toContain(`rel="next" href="${world.baseUrl}/episode/${third}"`);
  const more = text.slice(text.indexOf('id="more"'), text.indexOf('class="neighbours"'));
  const listed = [...more.matchAll(/<div><a href="[^"]*\/episode\/(\d+)"/g)].map(([, id]) =>
    Number(id),
  );
  expect(listed).toEqual(ids.slice(2).reverse());
  expect(await open(`/episode/${first}`)).not.toContain('rel="prev"');
  expect(await open(`/episode/${last}`)).not.toContain('rel="next"');
});

test("the key of one LIMITED episode does not lead to others of its LIMITED show", async () => {
  const show_id = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  const limited = { visibility: "LIMITED", limited_key: "one-only" } as const;
  const episode_id = await makeEpisode(world, show_id, { ...limited, title: "Mine" });
  await makeEpisode(world, show_id, { title: "Somebody else's" });
  const one = await open(`/episode/${episode_id}?key=one-only`);
  expect(one).toContain("Mine");
  expect(one).not.toContain("Somebody else");
  const all = await open(`/episode/${episode_id}?key=sesame`);
  expect(all).toMatch(/href="[^"]*\/episode\/\d+\?key=sesame"><bdi>Somebody else/);
});

test("what people wrote declares its language and direction", async () => {
  const show_id = await makeShow(world, ada, {
    language: "he",
    title: "שעת הגל",
    description_html: "<p>על הים</p>",
  });
  const episode_id = await makeEpisode(world, show_id, {
    title: "פרק ראשון",
    description_html: "<p>שלום</p>",
  });
  expect(await open(`/show/${show_id}`)).toContain('<h1><bdi lang="he">שעת הגל</bdi></h1>');
  const text = await open(`/episode/${episode_id}`);
  expect(text).toContain('<h1><bdi lang="he">פרק ראשון</bdi></h1>');
  expect(text).toContain('<div class="prose" lang="he" dir="auto"><p>שלום</p></div>');
  expect(await open("/")).toContain('<bdi lang="he">שעת הגל</bdi>');
});

test("lengths read as lengths, and dates as the reader writes them", async () => {
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id, {
    duration: 65 * 60_000,
    published_at: new Date("2026-11-22T09:00:00Z"),
  });
  const dates = {
    "en-US": "November 22, 2026",
    "en-GB": "22 November 2026",
    en: "22 November 2026",
    de: "22. November 2026",
  };
  for (const [locale, date] of Object.entries(dates))
    expect(await open(`/episode/${episode_id}`, { "accept-language": locale }), locale).toContain(
      `>${date}</time>`,
    );
  const text = await open(`/episode/${episode_id}`);
  expect(text).toContain("1 hr 5 min");
  expect(text).not.toContain("1:05:00");
});

test("a transcript is a page of text, whose times play the episode", async () => {
  const path = `/episode/${made.episode_id}/transcript`;
  expect((await fetch(world.baseUrl + path)).status).toBe(404);
  const cues = [
    "WEBVTT",
    "00:01.000 --> 00:04.000\n<v Ines>Out <i>there</i>,",
    "00:04.000 --> 00:06.000\n<v Ines>at the wreck.",
    "00:09.500 --> 00:12.000\n<v Tom>Salt &amp; <script>alert(1)</script>",
  ];
  const added = await ada.api.post(
    `/v2/episodes/${made.episode_id}/transcripts`,
    { language: "en" },
    { files: { transcript_file: new Blob([cues.join("\n\n")]) } },
  );
  expect(added.status).toBe(200);
  expect(await open(`/episode/${made.episode_id}`)).toContain(`href="${world.baseUrl}${path}"`);
  const text = await open(path);
  expect(text).toContain("<bdi>Ines</bdi>");
  expect(text).toContain("Out there, at the wreck.</p>");
  expect(text).toContain('#t=9" data-seek="9500">0:09</a> Salt &amp; alert(1)</p>');
  const hidden = await makeEpisode(world, made.show_id, { hidden: true });
  expect((await fetch(`${world.baseUrl}/episode/${hidden}/transcript`)).status).toBe(404);
});

test("of a transcript with very many cues the first are shown", async () => {
  const episode_id = await makeEpisode(world, made.show_id);
  const cues = Array.from({ length: 30_010 }, () => "00:01.000 --> 00:04.000\nla");
  const file = ["WEBVTT", "00:00.000 --> 00:01.000\nalpha", ...cues, "59:00.000 -->\nomega"];
  await ada.api.post(
    `/v2/episodes/${episode_id}/transcripts`,
    { language: "en" },
    { files: { transcript_file: new Blob([file.join("\n\n")]) } },
  );
  const text = await open(`/episode/${episode_id}/transcript`);
  expect([text.includes("alpha"), text.includes("omega")]).toEqual([true, false]);
});

test("a draft tells its editors how far it is and where to publish it, and nobody else sees it", async () => {
  const episode_id = await makeEpisode(world, made.show_id, {
    type: "RECORDED",
    encoding_status: "PROCESSING",
    encoding_progress: 40,
    media_url: null,
    published_at: null,
  });
  const path = `/episode/${episode_id}`;
  const browser = createSurfer(world.baseUrl);
  expect((await browser.open(path)).status).toBe(404);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  const { text } = await browser.open(path);
  expect(text).toContain("Processing the audio: 40 %");
  expect(text).toContain(`href="/studio/episodes/${episode_id}"`);
  expect(text).not.toContain("data-share");
  expect((await browser.open(`/episode/${made.episode_id}`)).text).not.toContain(
    "/studio/episodes/",
  );
});
