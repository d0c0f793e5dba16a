/** Public pages over HTTP: their HTML, metadata, redirects and access. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeImage, makeListening } from "../../../../test/setup/listening.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
});

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(world.baseUrl + path, { headers, redirect: "manual" });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

test("a show's page has its title, description and episodes, and metadata for machines", async () => {
  const { status, headers, text } = await open(`/show/${made.show_id}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toContain("<h1><bdi>The Tide Tables</bdi></h1>");
  expect(text).toContain("<p>Weekly letters from the coast, with <em>readings</em>.</p>");
  expect(text).toContain(`href="${world.baseUrl}/episode/${made.first}"`);
  const url = `${world.baseUrl}/show/${made.show_id}`;
  expect(text).toContain(`<link rel="canonical" href="${url}">`);
  expect(text).toContain('<meta property="og:title" content="The Tide Tables">');
  expect(text).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]*episodes\/feed"/);
  for (const format of ["json", "xml"])
    expect(text).toContain(
      `href="${world.baseUrl}/oembed?url=${encodeURIComponent(url)}&amp;format=${format}"`,
    );
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "";
  expect(JSON.parse(data)).toMatchObject({
    "@type": "PodcastSeries",
    name: "The Tide Tables",
    url,
  });
});

test("an episode's page plays audio without scripts, and its chapters link into the audio", async () => {
  const { text } = await open(`/episode/${made.episode_id}`);
  const audio = `${world.baseUrl}/v2/episodes/${made.episode_id}/play.mp3`;
  expect(text).toContain(`<audio controls preload="none" src="${audio}">`);
  expect(text).toContain(`href="${audio}#t=8"`);
  expect(text).toContain('<a href="/tag/lighthouses">');
  const feed = `${world.baseUrl}/show/${made.show_id}/episodes/feed`;
  expect(text).toContain(`type="application/rss+xml" title="The Tide Tables" href="${feed}"`);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "";
  expect(JSON.parse(data)).toMatchObject({
    "@type": "PodcastEpisode",
    associatedMedia: {
      "@type": "AudioObject",
      contentUrl: audio,
      encodingFormat: "audio/mpeg",
      duration: expect.stringMatching(/^PT(\d+H)?(\d+M)?\d+S$/),
    },
  });
});

test("a show's list says what each episode is about, and has only covers of their own", async () => {
  const show_id = await makeShow(world, ada, { language: "en" });
  const numbers = { season_number: 2, episode_number: 7 };
  await makeEpisode(world, show_id, { ...numbers, description: "How the ferry left <early>." });
  await makeEpisode(world, show_id, { image_id: await makeImage(world) });
  const rowsOf = async (id: number) => {
    const { text } = await open(`/show/${id}`);
    const start = text.indexOf('<ol class="rows">');
    return text.slice(start, text.indexOf("</ol>", start));
  };
  const rows = await rowsOf(show_id);
  expect(rows).toContain("<span>Season 2</span> <span>Episode 7</span> <span><time");
  expect(rows).toContain('<p class="notes" dir="auto">How the ferry left &lt;early&gt;.</p>');
  expect(rows.match(/class="cover/g)).toHaveLength(1);
  // All of its episodes have the show's cover.
  expect(await rowsOf(made.show_id)).not.toContain('class="cover');
});

test("a long description of a show is folded, so that its episodes are near", async () => {
  const description = "A letter from the coast, read aloud. ".repeat(30);
  const long = await makeShow(world, ada);
  await ada.api.post(`/v2/shows/${long}`, { description });
  const { text } = await open(`/show/${long}`);
  expect(text).toMatch(/<details class="folded"><summary>.*?A letter from the coast/s);
  expect((await open(`/show/${made.show_id}`)).text).not.toContain('class="folded"');
});

test("a missing page is a 404 in the reader's language, with a link to the home page", async () => {
  const headers = { "accept-language": "de" };
  const { status, text } = await open("/episode/999999", headers);
  expect(status).toBe(404);
  expect(text).toContain('<html lang="de">');
  expect(text).toContain("<h1>Seite nicht gefunden</h1>");
  expect(text).toContain('<a href="/">Zur Startseite</a>');
});

test("pages have a strict Content-Security-Policy: no inline scripts, no framing", async () => {
  const { headers } = await open(`/episode/${made.episode_id}`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("other forms of a page's URL redirect to the canonical one", async () => {
  const { show_id, episode_id } = made;
  const show = await makeShow(world, ada, { permalink: "lamp-letters", title: "Lamps" });
  const cases: [string, string][] = [
    [`/show/the-tide-tables--${show_id}`, `/show/${show_id}`],
    [`/podcast/the-tide-tables--${show_id}?key=a`, `/show/${show_id}?key=a`],
    [`/podcast/${show_id}`, `/show/${show_id}`],
    ["/show/lamp-letters", `/show/${show}`],
    [`/episode/letter--${episode_id}`, `/episode/${episode_id}`],
    ["/user/ada", `/user/${ada.user_id}`],
    ["/@ada", `/user/${ada.user_id}`],
    ["/@ada/lamp-letters?c=it", `/show/${show}?c=it`],
    [`/user/ada-l--${ada.user_id}`, `/user/${ada.user_id}`],
  ];
  for (const [from, to] of cases) {
    const { status, headers } = await open(from);
    expect([status, headers.get("location")], from).toEqual([308, world.baseUrl + to]);
  }
  for (const path of ["/show/nobody-s", "/show/0", "/show/9e9", "/episode/letter", "/user/no_one"])
    expect((await open(path)).status, path).toBe(404);
  for (const path of ["/@no_one", "/@no_one/lamp-letters", "/@ada/nothing", "/@", "/@ada/a/b"])
    expect((await open(path)).status, path).toBe(404);
});

test("hidden content has no page, and a key opens a LIMITED show", async () => {
  const hidden = await makeEpisode(world, made.show_id, { hidden: true, title: "Hidden letter" });
  expect((await open(`/episode/${hidden}`)).status).toBe(404);
  const limited = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  expect((await open(`/show/${limited}`)).status).toBe(404);
  const opened = await open(`/show/${limited}?key=sesame`);
  expect(opened.status).toBe(200);
  expect(opened.text).toContain('<meta name="robots" content="noindex">');
  expect((await open(`/user/${ada.user_id}`)).text).not.toContain("Hidden letter");
});

test("the key of a LIMITED show also opens its audio, its feed and the page to follow it", async () => {
  const show_id = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  const episode_id = await makeEpisode(world, show_id, { title: "Inside" });
  const { text: page } = await open(`/show/${show_id}?key=sesame`);
  expect(page).toContain(`href="${world.baseUrl}/v2/episodes/${episode_id}/play.mp3?key=sesame"`);
  expect(page).toContain(`href="${world.baseUrl}/show/${show_id}/follow?key=sesame"`);
  expect((await open(`/show/${show_id}/follow`)).status).toBe(404);
  const { text: follow } = await open(`/show/${show_id}/follow?key=sesame`);
  const feed = `${world.baseUrl}/show/${show_id}/episodes/feed?key=sesame`;
  expect(follow).toContain(`value="${feed}"`);
  expect(follow).toContain(`overcast://x-callback-url/add?url=${encodeURIComponent(feed)}`);
  // Apps on the web would list the address for everybody.
  const answer = await fetch(`${world.baseUrl}/show/${show_id}/follow?key=sesame`, {
    headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)" },
  });
  const onComputer = await answer.text();
  expect(onComputer).toContain(`href="feed:${feed}"`);
  expect(onComputer).not.toContain("player.fm");
});

test("pages are in the reader's language and declare it", async () => {
  const words = {
    it: "Episodi",
    es: "Episodios",
    de: "Folgen",
    fr: "Épisodes",
    en: "Episodes",
    xx: "Episodes",
  };
  for (const [lang, word] of Object.entries(words)) {
    const { text } = await open(`/show/${made.show_id}`, { "accept-language": lang });
    expect(text, lang).toContain(`<h2 id="episodes">${word}</h2>`);
    expect(text).toContain(`<html lang="${lang === "xx" ? "en" : lang}">`);
  }
});

test("the home, search, category and tag pages link to the show", async () => {
  const address = `${world.baseUrl}/show/${made.show_id}`;
  for (const path of ["/", "/search?q=tide%20tables", "/category/books", "/category/arts"])
    expect((await open(path)).text, path).toContain(`href="${address}"`);
  const episode = `${world.baseUrl}/episode/${made.episode_id}`;
  for (const path of ["/search?q=spring", "/tag/Lighthouses"])
    expect((await open(path)).text, path).toContain(`href="${episode}"`);
  expect((await open("/category/nothing")).status).toBe(404);
  for (const path of ["/search", "/search?q=", "/search?q=%00%01", `/search?q=${"a".repeat(5000)}`])
    expect((await open(path)).status, path).toBe(200);
  // Tags cannot contain control characters, so such a tag has no page.
  expect((await open("/tag/%00")).status).toBe(404);
});

test("the pages of a long show list every episode exactly once", async () => {
  const show = await makeShow(world, ada);
  const all: number[] = [];
  for (let day = 1; day <= 45; day += 1)
    all.push(await makeEpisode(world, show, { published_at: new Date(Date.UTC(2026, 0, day)) }));
  const seen: number[] = [];
  let path: string | undefined = `/show/${show}`;
  while (path !== undefined) {
    const { text } = await open(path);
    const rows = text.slice(text.indexOf('<ol class="rows">'));
    seen.push(
      ...[...rows.matchAll(/<div><a href="[^"]*\/episode\/(\d+)"/g)].map(([, id]) => Number(id)),
    );
    path = /rel="next" href="[^"]*(\/show\/[^"]*)"/.exec(text)?.[1];
  }
  expect(seen).toEqual(all.reverse());
});

test("no text of an author becomes markup of the page", async () => {
  const evil = `</script><script>alert(1)</script>"'<b>`;
  const show = await makeShow(world, ada, { title: evil, description: evil, author_name: evil });
  const episode = await makeEpisode(world, show, { title: evil, tags: [evil] });
  for (const path of [
    `/show/${show}`,
    `/episode/${episode}`,
    `/embed?episode_id=${episode}`,
    `/search?q=${encodeURIComponent(evil)}`,
  ]) {
    const { text } = await open(path);
    expect(text, path).not.toContain("<script>alert");
    expect(text, path).not.toContain("<b>");
  }
});
