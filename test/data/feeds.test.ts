/** Tests that forty real feeds survive export and import, and that other parsers can read the exports. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importFeed, type Source } from "../../src/features/publishing/imports/actions.ts";
import { openReader } from "../../src/features/publishing/imports/feedreader.ts";
import { FeedRefused } from "../../src/features/publishing/imports/refusal.ts";
import { openGates } from "../../src/gates.ts";
import { readByPartytime } from "../setup/partytime.ts";
import { readFeed } from "../setup/reader.ts";
import { openWorld, type Person, type World } from "../setup/world.ts";

type Opened = World & { close(): Promise<void> };
type Exported = { name: string; show_id: number; pages: string[] };

const folder = path.join(process.env.LONGWAVE_TEST_DATA ?? "", "feeds");
const reader = openReader(openGates());
let here: Opened;
let there: Opened;
let exported: Exported[];

beforeAll(async () => {
  [here, there] = [await openWorld(), await openWorld()];
  const ada = await here.person({ username: "ada" });
  await ada.api.post("/v2/users/me", { fullname: "Ada" });
  exported = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".xml"))) {
    const show_id = await take(here, ada, { bytes: readFileSync(path.join(folder, name)) });
    if (show_id !== null) exported.push({ name, show_id, pages: await pagesOf(show_id) });
  }
});

afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await here.close();
  await there.close();
});

/** Imports a feed and returns its show; null if it contains no playable item. */
async function take(world: World, { user_id }: Person, source: Source): Promise<number | null> {
  try {
    const author = { author_id: user_id, allowPrivate: true, media: "link" } as const;
    return (await importFeed(world.deps, reader, author, source)).show_id;
  } catch (error) {
    if (error instanceof FeedRefused) return null;
    throw error;
  }
}

const feedOf = (show_id: number) => `${here.baseUrl}/show/${show_id}/episodes/feed`;

async function pagesOf(show_id: number): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = feedOf(show_id); next !== undefined; ) {
    const { text }: { text: string } = await here.api.get(next);
    pages.push(text);
    next = readFeed(text).atom?.links?.find(({ rel }) => rel === "next")?.href;
  }
  return pages;
}

const SHOW = `select title, description, description_html, language, category_id, category_2_id,
  category_3_id, explicit, itunes_type, copyright, guid, import_image_url,
  coalesce(author_name, 'Ada') as author_name, owner_name,
  (select json_object_agg(noun, value order by noun) from show_feed_tags t
    where t.show_id = s.show_id and noun <> 'locked') as tags
  from shows s where show_id = $1`;
const EPISODES = `select rss_guid, title, permalink, description, description_html,
  round(duration / 1000.0) as seconds, explicit,
  tags as keywords, season_number, episode_number, season_episode_type, media_type, media_bytes,
  import_image_url, extract(epoch from date_trunc('second', published_at)) as published,
  (select json_agg(json_build_array(starts_at, title, external_url) order by starts_at)
    from chapters c where c.episode_id = e.episode_id) as chapters,
  (select json_object_agg(noun, value order by noun) from episode_feed_tags t
    where t.episode_id = e.episode_id) as tags,
  (select json_agg(json_build_array(url, type, language, rel) order by transcript_id)
    from transcripts t where t.episode_id = e.episode_id) as transcripts
  from episodes e where show_id = $1 order by published_at desc, episode_id desc`;

async function contentOf({ deps }: World, show_id: number) {
  const show = await deps.pool.query(SHOW, [show_id]);
  const episodes = await deps.pool.query(EPISODES, [show_id]);
  return { show: show.rows[0], episodes: episodes.rows };
}

type Row = Record<string, unknown>;

/** Columns in which two rows differ, with both values. */
const differences = (before: Row, after: Row = {}) =>
  Object.keys(before)
    .filter((column) => !isDeepStrictEqual(before[column], after[column]))
    .map((column) => ({ column, before: before[column], after: after[column] }));

test("shows exported and imported into an empty server are unchanged", async () => {
  expect(exported).toHaveLength(38);
  const bo = await there.person();
  const lost: object[] = [];
  for (const { name, show_id } of exported) {
    const again = await take(there, bo, { address: feedOf(show_id) });
    const before = await contentOf(here, show_id);
    const after = await contentOf(there, again ?? 0);
    expect(after.episodes.length, name).toBe(before.episodes.length);
    lost.push(...differences(before.show, after.show).map((change) => ({ name, ...change })));
    for (const [place, episode] of before.episodes.entries()) {
      const item = `${name} ${episode.rss_guid}`;
      const changes = differences(episode, after.episodes[place]);
      lost.push(...changes.map((change) => ({ item, ...change })));
    }
  }
  expect(lost).toEqual([]);
});

/** Debian's python3-podcastparser: `apt-get install python3-podcastparser`. */
const READ = `
import io, json, sys, podcastparser
for page in json.load(sys.stdin):
    feed = podcastparser.parse(page["url"], io.BytesIO(page["xml"].encode("utf-8")))
    print(json.dumps([feed["title"], {e["guid"]: [e["total_time"], len(e.get("chapters", []))]
        for e in feed["episodes"]}]))
`;

/** Every page, with feedsmith's reading of it. */
const allPages = () =>
  exported.flatMap(({ show_id, pages }) =>
    pages.map((xml) => ({ url: feedOf(show_id), xml, feed: readFeed(xml) })),
  );

test("feedsmith reads every item of every page", () => {
  for (const { xml, feed } of allPages())
    expect((feed.items ?? []).length).toBe(xml.match(/<item>/g)?.length ?? 0);
});

test("Debian's podcastparser reads every page without errors", () => {
  const pages = allPages();
  const read = spawnSync("/usr/bin/python3", ["-c", READ], {
    input: JSON.stringify(pages.map(({ url, xml }) => ({ url, xml }))),
    maxBuffer: 2 ** 26,
    encoding: "utf8",
  });
  expect(read.stderr).toBe("");
  const lines = read.stdout.trim().split("\n");
  expect(lines).toHaveLength(pages.length);
  for (const [place, line] of lines.entries()) {
    const { title, items = [] } = pages[place]?.feed ?? {};
    const [theirs, episodes] = JSON.parse(line);
    expect(theirs).toBe(title?.replace(/\s+/g, " "));
    const ours = items.map(({ guid, itunes, psc }) => [
      guid?.value,
      [itunes?.duration ?? 0, psc?.chapters?.length ?? 0],
    ]);
    expect(episodes).toEqual(Object.fromEntries(ours));
  }
});

test("podcast-partytime reads every page without errors", () => {
  const pages = allPages();
  const feeds = readByPartytime(pages.map(({ xml }) => xml));
  for (const [place, { url, feed }] of pages.entries()) {
    const { items = [] } = feed;
    const told = feeds[place]?.items.map(({ guid, duration, enclosure }) => [
      guid,
      duration,
      enclosure.url,
    ]);
    const ours = items.map(({ guid, itunes, enclosures }) => [
      guid?.value,
      itunes?.duration ?? 0,
      enclosures?.[0]?.url,
    ]);
    expect(told, url).toEqual(ours);
  }
});
