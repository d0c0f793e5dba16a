/** Imports with `media=copy`: audio is fetched once, fetched again after it moved, and never replaces an upload. */
import { expect, test } from "vitest";
import { useUploads } from "../../../../test/setup/encoding.ts";
import { type MadeItem, makeFeed, serveHttp } from "../../../../test/setup/feeds.ts";
import type { Person } from "../../../../test/setup/world.ts";
import { importJobs } from "./jobs.ts";

const { world, sound, encode, encodingOf, detail } = useUploads();

/** Serves a second of audio at every path except those starting with /gone. */
async function serveSound(): Promise<string> {
  const body = Buffer.from(await (await sound()).arrayBuffer());
  return serveHttp(({ url }, response) => {
    if (url?.startsWith("/gone")) response.writeHead(410).end();
    else response.end(body);
  });
}

async function send(who: Person, items: MadeItem[], media: "link" | "copy") {
  const feed_file = new Blob([makeFeed({ self: "https://feeds.example.org/copies", items })]);
  const { response } = await who.api.post("/v2/imports", { media }, { files: { feed_file } });
  const { import_id } = response.import;
  const job = importJobs(world.deps, { allowPrivate: true }).find(({ name }) => name === "import");
  await job?.run({ import_id }, { last: true });
  const done = (await who.api.get(`/v2/imports/${import_id}`)).response.import;
  expect(done).toMatchObject({ state: "DONE", media });
  return done;
}

const admin = () => world.person({ admin: true });
const countsOf = ({ report }: { report: Record<string, number> }) => [
  report.created,
  report.updated,
  report.unchanged,
];
const heard = async (show_id: number) =>
  (await world.api.get(`/v2/shows/${show_id}/episodes`)).response.items;
const all = async (who: Person, show_id: number) =>
  (await who.api.get(`/v2/shows/${show_id}/episodes?filter=editable`)).response.items;

test("each episode gets its own audio and its date from the feed, once", async () => {
  const ada = await admin();
  const origin = await serveSound();
  const items = [1, 2].map((number) => ({
    guid: `g${number}`,
    enclosure: `${origin}/${number}.mp3`,
    pubDate: `0${number} Feb 2020 00:00:00 GMT`,
  }));
  const first = await send(ada, items, "copy");
  expect(countsOf(first)).toEqual([2, 0, 0]);
  expect(first.report.notes.join()).toContain("fetched in the background");
  expect(await heard(first.show_id)).toEqual([]);
  const again = await send(ada, items, "copy");
  expect(countsOf(again)).toEqual([0, 0, 2]);
  for (const { episode_id } of await all(ada, first.show_id))
    await encode(episode_id, { allowPrivate: true });
  expect(await heard(first.show_id)).toMatchObject([
    { type: "RECORDED", duration: 1000, published_at: "2020-02-02 00:00:00" },
    { type: "RECORDED", duration: 1000, published_at: "2020-02-01 00:00:00" },
  ]);
  expect(countsOf(await send(ada, items, "copy"))).toEqual([0, 0, 2]);
  expect(countsOf(await send(ada, items, "link"))).toEqual([0, 0, 2]);
});

test("linked audio is copied, and played from its URL until then", async () => {
  const ada = await admin();
  const origin = await serveSound();
  const items = [{ guid: "g", enclosure: `${origin}/a.mp3` }];
  const { show_id } = await send(ada, items, "link");
  expect(countsOf(await send(ada, items, "copy"))).toEqual([0, 1, 0]);
  const [episode] = await heard(show_id);
  expect(episode).toMatchObject({ type: "EXTERNAL" });
  await encode(episode.episode_id, { allowPrivate: true });
  expect(await heard(show_id)).toMatchObject([{ type: "RECORDED", duration: 1000 }]);
});

test("audio that moved or failed is fetched again; uploaded audio stays", async () => {
  const ada = await admin();
  const origin = await serveSound();
  const items = (path: string) => [
    { guid: "moves", enclosure: `${origin}${path}` },
    { guid: "mine", enclosure: `${origin}/mine.mp3` },
  ];
  const { show_id } = await send(ada, items("/gone.mp3"), "copy");
  const [mine, moves] = (await all(ada, show_id)).sort(
    (a: { episode_id: number }, b: { episode_id: number }) => a.episode_id - b.episode_id,
  );
  await encode(moves.episode_id, { allowPrivate: true, last: false });
  expect(await detail(ada, moves)).toMatchObject({ encoding_status: "ERROR" });
  const media_file = await sound({ seconds: 2 });
  await ada.api.post(`/v2/episodes/${mine.episode_id}`, {}, { files: { media_file } });
  await encode(mine.episode_id);
  expect(countsOf(await send(ada, items("/gone.mp3"), "copy"))).toEqual([0, 1, 1]);
  expect(countsOf(await send(ada, items("/there.mp3"), "copy"))).toEqual([0, 1, 1]);
  await encode(moves.episode_id, { allowPrivate: true });
  expect(await detail(world, moves)).toMatchObject({ encoding_status: "READY", duration: 1000 });
  expect(await detail(world, mine)).toMatchObject({ duration: 2000 });
  expect(countsOf(await send(ada, items("/moved.mp3"), "copy"))).toEqual([0, 1, 1]);
  const { encoding_id } = await encodingOf(moves.episode_id);
  expect(encoding_id).toBeGreaterThan(0);
  expect(await detail(world, moves)).toMatchObject({ duration: 1000 });
});
