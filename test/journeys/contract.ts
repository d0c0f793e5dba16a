/** Walks through the rules that clients of the API live by, on a server that has data already (contract §1 to §10). */
import { expect } from "vitest";
import { createClient, type Reply } from "../setup/client.ts";
import { eventually } from "./processes.ts";

/** What is served, under which address it calls itself, and to whom. */
type Served = Readonly<{
  url: string;
  publicUrl: string;
  token: string;
  show_id: number;
  episode_id: number;
}>;

/** Fails with the first rule that the server breaks; leaves no record behind. */
export async function expectContract(served: Served): Promise<void> {
  await expectRefusals(served);
  await expectPages(served);
  await expectRecords(served);
  await expectAudio(served);
  await expectFigures(served);
}

/** Errors have their envelope, name the field, and give strangers nothing away (§1). */
async function expectRefusals({ url, token, show_id }: Served): Promise<void> {
  const [ada, stranger] = [createClient(url, token), createClient(url, null)];
  const refused = (answer: Reply, code: number, type?: string) => {
    expect([answer.status, answer.error.code]).toEqual([code, code]);
    expect(answer.error.messages.length).toBeGreaterThan(0);
    if (type !== undefined) expect(answer.error.type).toBe(type);
  };
  refused(await stranger.get("/v2/shows/999999999"), 404);
  refused(await stranger.get("/v2/me"), 401);
  refused(await createClient(url, "no-such-token").get("/v2/me"), 401);
  refused(await stranger.post(`/v2/shows/${show_id}`, { title: "Taken over" }), 401);
  refused(await ada.get("/v2/search?q=fog&type=shows&limit=0"), 400, "invalid-parameter");
  const faulty = await ada.post("/v2/shows", { title: "", language: "en" });
  refused(faulty, 400, "invalid-parameter");
  expect(Object.keys(faulty.error.fields ?? {})).toContain("title");
}

/** Pages have absolute addresses and give every record once; a limit above 100 is accepted (§2). */
async function expectPages({ url, publicUrl, token, show_id }: Served): Promise<void> {
  const ada = createClient(url, token);
  const ids: number[] = [];
  let next: string | null = `/v2/shows/${show_id}/episodes?limit=2&filter=editable`;
  while (next !== null) {
    const page: Reply<{ items: { episode_id: number }[]; next_url: string | null }> =
      await ada.get(next);
    expect(page.status).toBe(200);
    ids.push(...page.response.items.map((one) => one.episode_id));
    const { next_url } = page.response;
    if (next_url !== null) expect(next_url).toContain(`${publicUrl}/v2/`);
    next = next_url === null ? null : next_url.slice(publicUrl.length);
  }
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(ids.length);
  const whole = await ada.get(`/v2/shows/${show_id}/episodes?limit=200&filter=editable`);
  expect(whole.response.items.map((one: { episode_id: number }) => one.episode_id)).toEqual(ids);
}

/** A record is made, found, changed and deleted, each seen at once (§4 to §6). */
async function expectRecords({ url, token }: Served): Promise<void> {
  const [ada, stranger] = [createClient(url, token), createClient(url, null)];
  const title = "Quarantine Harbour";
  const made = await ada.post("/v2/shows", { title, language: "en" });
  expect(made.status, made.text).toBe(200);
  const path = `/v2/shows/${made.response.show.show_id}`;
  const found = async () =>
    (await ada.get(`/v2/search?type=shows&q=${encodeURIComponent(title)}`)).response.items.map(
      (one: { title: string }) => one.title,
    );
  expect(await found()).toContain(title);
  const changed = await ada.post(path, { title: `${title} Two` });
  expect(changed.response.show.title).toBe(`${title} Two`);
  expect((await stranger.get(path)).response.show.title).toBe(`${title} Two`);
  expect((await ada.delete(path)).status).toBe(200);
  expect((await stranger.get(path)).status).toBe(404);
  expect(await found()).not.toContain(`${title} Two`);
}

/** An app plays: a redirect, the whole file, parts of it; a feed that it has already is not sent again (§9; RFC 9110). */
async function expectAudio({ url, publicUrl, show_id, episode_id }: Served): Promise<void> {
  const stranger = createClient(url, null);
  const led = await stranger.get(`/v2/episodes/${episode_id}/play`);
  expect(led.status).toBe(302);
  const audio = url + new URL(led.headers.get("location") ?? "").pathname;
  const whole = await fetch(audio);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
  expect(whole.headers.get("content-length")).toBe(String(bytes.length));
  const part = await fetch(audio, { headers: { range: "bytes=1000-1999" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 1000-1999/${bytes.length}`);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(1000, 2000));
  const beyond = await fetch(audio, { headers: { range: `bytes=${bytes.length}-` } });
  expect(beyond.status).toBe(416);
  const feed = await fetch(`${url}/show/${show_id}/episodes/feed`);
  const text = await feed.text();
  expect(text).toContain(`<enclosure url="${publicUrl}/`);
  const again = await fetch(`${url}/show/${show_id}/episodes/feed`, {
    headers: { "if-none-match": feed.headers.get("etag") ?? "" },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
}

/** Numbers are for those who may see them; a series has each day once, and its sum is the total (§10). */
async function expectFigures({ url, token, show_id }: Served): Promise<void> {
  const ada = createClient(url, token);
  const [from, to] = [6, 0].map((days) => isoDate(Date.now() - days * DAY_MS));
  const path = `/v2/shows/${show_id}/statistics/plays?group=day&from=${from}&to=${to}`;
  expect((await createClient(url, null).get(path)).status).toBe(401);
  const sumOfDays = async (): Promise<number> => {
    const { status, text, response } = await ada.get(path);
    expect(status, text).toBe(200);
    const days: { date: string; downloads_count: number }[] = response.statistics;
    expect(days).toHaveLength(7);
    expect([days[0]?.date, days[6]?.date]).toEqual([from, to]);
    return days.reduce((all, day) => all + day.downloads_count, 0);
  };
  // Downloads of a moment ago are still being counted (§9): between two equal sums nothing was added.
  const [sum, total] = await eventually(async () => {
    const before = await sumOfDays();
    const { statistics } = (await ada.get(`/v2/shows/${show_id}/statistics`)).response;
    return before > 0 && before === (await sumOfDays()) && [before, statistics.downloads_count];
  });
  expect(sum).toBe(total);
}

const DAY_MS = 86_400_000;
const isoDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
