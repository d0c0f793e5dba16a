/** Tests importing forty real feeds from the command line: complete, repeatable, and safe to interrupt. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { eventually, longwave, makeDataDir, start } from "../journeys/processes.ts";
import { openWorld, type World } from "../setup/world.ts";

const folder = path.join(process.env.LONGWAVE_TEST_DATA ?? "", "feeds");
const feeds = readdirSync(folder)
  .filter((name) => name.endsWith(".xml"))
  .map((name) => path.join(folder, name));

const NO_AUDIO = "no item has an audio or video enclosure (item 1: its enclosure is an image)";
const REFUSED: Record<string, string> = {
  "greek-iso8859-7.xml": NO_AUDIO,
  "que-tech-cuentas-es.xml": NO_AUDIO,
};
/** How many items do not become episodes. */
const SKIPPED: Record<string, number> = {
  "left-right-center-2005.xml": 1,
  "radiolemans-iso8859-1.xml": 4,
  "revolutions.xml": 2,
};
/** A note that the import must report for a feed. */
const NOTED: Record<string, string> = {
  "all-things-chemical-broken.xml": "(line 109: Expected closing tag 'rss'",
  "radio-daal-fa.xml": "“fa”",
  "varsovia-vento-eo.xml": "“eo”",
  "tal-aviad-no-pubdate.xml": "Items without a usable date got the date of the channel",
  "thunder-lightning-iso8859-1.xml": "got a GUID derived from both: 373, 421, 437, 590, 596",
};

type Env = Record<string, string>;
type Report = {
  source: string;
  refused?: string;
  title: string;
  show: string;
  created: number;
  updated: number;
  skipped: { item: number }[];
  notes: string[];
};

/** Opens a world with a user, and the settings for running commands on its database. */
async function open(): Promise<{ world: World; env: Env }> {
  const world = await openWorld();
  onTestFinished(() => world.close());
  await world.person({ username: "ada" });
  const { rows } = await world.deps.pool.query("select current_database() as name");
  const { user, password, host, port } = inject("postgres");
  const server = `host=${host}${port === undefined ? "" : `&port=${port}`}`;
  const DATABASE_URL = `postgres://${user}:${password}@/${rows[0].name}?${server}`;
  return { world, env: { DATABASE_URL, DATA_DIR: await makeDataDir() } };
}

async function importAll(env: Env): Promise<Report[]> {
  const args = ["import", "--user", "ada", "--json", ...feeds];
  const { stdout, stderr, code } = await longwave(args, env);
  expect(stderr).toMatch(/^2 of 40 feeds were refused: .*greek.*que-tech.*\n$/);
  expect(code).toBe(1);
  return JSON.parse(stdout);
}

const TABLES = [
  "select * from shows order by show_id",
  "select * from show_counts order by show_id",
  "select * from episodes order by episode_id",
  "select * from chapters order by chapter_id",
  "select key from graphile_worker.jobs union all select key from owned_jobs order by key",
];

/** Every row of every table. */
async function dump({ deps }: World): Promise<Record<string, unknown>[][]> {
  const tables = TABLES.map(async (text) => (await deps.pool.query(text)).rows);
  return Promise.all(tables);
}

/** The content without ids, times, keys and revisions, which differ between runs. */
async function dumpContent(world: World): Promise<string[][]> {
  const numbers = /(_id|_at|^key|^revision)$/;
  const bare = (row: Record<string, unknown>) =>
    Object.entries(row).filter(([column]) => column === "published_at" || !numbers.test(column));
  return (await dump(world)).map((rows) => rows.map((row) => JSON.stringify(bare(row))).sort());
}

test("each feed is imported or refused for its actual defect, and a second run changes nothing", async () => {
  const { world, env } = await open();
  for (const { source, refused, show, created, skipped, notes } of await importAll(env)) {
    const name = path.basename(source);
    expect(refused, name).toBe(REFUSED[name]);
    if (refused !== undefined) continue;
    expect(show, name).toBe("created");
    expect(skipped.length, name).toBe(SKIPPED[name] ?? 0);
    expect(created + skipped.length, name).toBe(itemsOf(source).length);
    expect(notes.join(" "), name).toContain(NOTED[name] ?? "");
  }
  const before = await dump(world);
  for (const { source, refused, show, created, updated } of await importAll(env))
    if (refused === undefined)
      expect([show, created, updated], source).toEqual(["unchanged", 0, 0]);
  expect(await dump(world)).toEqual(before);
});

test("an import that is killed twice and repeated gives the same result as a clean run", async () => {
  const clean = await open();
  await importAll(clean.env);
  const { world, env } = await open();
  const countShows = async (): Promise<number> =>
    (await world.deps.pool.query("select count(*)::int as shows from shows")).rows[0].shows;
  for (const many of [3, 25]) {
    const running = start(["import", "--user", "ada", ...feeds], env);
    await eventually(async () => (await countShows()) >= many);
    running.kill("SIGKILL");
    expect((await running.ended).code).toBeNull();
  }
  expect(await countShows()).toBeLessThan(38);
  await importAll(env);
  expect(await dumpContent(world)).toEqual(await dumpContent(clean.world));
});

test("titles, GUIDs, dates, durations, enclosures, seasons and flags are those of the feeds", async () => {
  const { world, env } = await open();
  for (const { source, title, refused, skipped } of await importAll(env)) {
    if (refused !== undefined) continue;
    const { rows } = await world.deps.pool.query(
      "select e.* from episodes e join shows s using (show_id) where s.title = $1 order by episode_id desc",
      [title],
    );
    const gone = new Set(skipped.map(({ item }) => item));
    const items = itemsOf(source).filter((_item, place) => !gone.has(place + 1));
    expect(rows.length, source).toBe(items.length);
    for (const [place, item] of items.entries())
      expect(rows[place], `${source} item ${place + 1}`).toMatchObject(expected(item, source));
  }
});

test("text in ISO 8859-1, categories and chapters are imported", async () => {
  const { world, env } = await open();
  await importAll(env);
  const shows = await world.api.get("/v2/users/ada/shows?limit=100");
  const ids = new Map(
    shows.response.items.map((show: { title: string; show_id: number }) => [
      show.title,
      show.show_id,
    ]),
  );
  const show = async (title: string) =>
    (await world.api.get(`/v2/shows/${ids.get(title)}`)).response.show;
  const names = ({ category, category_2, category_3 }: Record<string, { name: string } | null>) =>
    [category, category_2, category_3].map((one) => one?.name ?? null);
  expect(names(await show("Smashing Security"))).toEqual(["Technology", "Tech News", "Comedy"]);
  expect(names(await show("99% Invisible"))).toEqual(["Design", null, null]);
  expect(await show("Revolutions")).toMatchObject({ itunes_type: "serial", language: "en" });
  const { rows } = await world.deps.pool.query(
    "select count(*)::int as chapters, count(distinct e.show_id)::int as shows from chapters join episodes e using (episode_id)",
  );
  expect(rows[0]).toEqual({
    chapters: chaptersIn("chaosradio-de.xml", "lautsprecher-podlove-de.xml"),
    shows: 2,
  });
  const latin = await world.deps.pool.query(
    "select count(*)::int as broken from episodes where title || description ~ '[\ufffd\u0080-\u009f]'",
  );
  expect(latin.rows[0].broken).toBe(0);
});

/** Reads an item by regular expressions on the feed's text, independently of the tested parser. */
type RawItem = (element: string) => string | null;

function textOf(source: string): string {
  const bytes = readFileSync(source);
  const head = bytes.toString("latin1").slice(0, 200);
  return new TextDecoder(/encoding=["']([\w-]+)/.exec(head)?.[1] ?? "utf-8").decode(bytes);
}

function itemsOf(source: string): RawItem[] {
  return [...textOf(source).matchAll(/<item[ >][\s\S]*?<\/item>/g)].map(([item]) => (element) => {
    const content = new RegExp(`<${element}(?: [^>]*)?>([\\s\\S]*?)</${element}>`);
    const [, attribute] = /^(\w+)@/.exec(element) ?? [];
    const name = element.replace(/^\w+@/, "");
    const found =
      attribute === undefined
        ? content.exec(item)
        : new RegExp(`<${attribute}[^>]*?\\b${name}\\s*=\\s*"([^"]*)"`).exec(item);
    return plain(found?.[1] ?? "");
  });
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(text: string): string | null {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text)?.[1];
  const decode = (all: string, name: string) =>
    name.startsWith("#")
      ? String.fromCodePoint(Number(name.replace("#x", "0x").replace("#", "")))
      : (NAMED[name] ?? all);
  const bare = cdata ?? text.replace(/&(#\d+|#x[\da-fA-F]+|\w+);/g, decode);
  return bare.replace(/\s+/g, " ").trim() || null;
}

/** The expected row of an item; columns that the item does not set are not compared. */
function expected(item: RawItem, source: string) {
  const parts = (item("itunes:duration") ?? "0").split(":");
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  const season = item("itunes:season") ?? item("podcast:season");
  const [guid, date, explicit] = [item("guid"), item("pubDate"), item("itunes:explicit")];
  const enclosure = item("enclosure@url");
  const shared = path.basename(source) === "thunder-lightning-iso8859-1.xml";
  return {
    type: "EXTERNAL",
    title: item("title"),
    media_url: enclosure,
    media_bytes: Number(item("enclosure@length")) || null,
    duration: Math.round(seconds * 1000),
    season_number: season === null ? null : Number(season),
    season_episode_type: item("itunes:episodeType")?.toUpperCase() ?? "FULL",
    ...(shared ? {} : { rss_guid: guid ?? enclosure }),
    ...(date === null ? {} : { published_at: new Date(date) }),
    ...(explicit === null ? {} : { explicit: /^(yes|true)$/i.test(explicit) }),
  };
}

/** Number of chapters with a distinct start in their item. */
const chaptersIn = (...names: string[]): number =>
  names
    .flatMap(
      (name) =>
        textOf(path.join(folder, name)).match(/<psc:chapters[\s\S]*?<\/psc:chapters>/g) ?? [],
    )
    .map(
      (all) =>
        new Set([...all.matchAll(/<psc:chapter [^>]*?start="([^"]+)"/g)].map(([, at]) => at)).size,
    )
    .reduce((sum, count) => sum + count, 0);
