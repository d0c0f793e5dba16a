/** The scenarios and the requests of each. */
import type pg from "pg";
import type { OpenDeps } from "../src/deps.ts";
import { createToken } from "../src/features/people/users/actions.ts";
import { ask, type BenchRequest } from "./exchange.ts";

export type Scenario = Readonly<{
  name: string;
  title: string;
  /** The status of every response. */
  status: number;
  /** Whether each request commits a change. */
  writes?: true;
  /** The least ratio to the peer that we accept. */
  aim: number;
  /** Requests to the Longwave at `url`; the load generator repeats them. */
  prepare(deps: OpenDeps, url: string): Promise<BenchRequest[]>;
}>;

/** Number of different records that a scenario requests. */
const SAMPLE = 1000;
/** To make a feed for the first time takes longer. */
const FEEDS = 200;
const AUTHORS = 32;
const LIST_LENGTH = 50;

const read = (path: string): BenchRequest => ({ method: "GET", path, headers: {} });

/** Shows with at least `episodes` episodes, in an arbitrary but constant order. */
async function sampleShows(pool: pg.Pool, episodes: number): Promise<number[]> {
  const { rows } = await pool.query<{ show_id: number }>(
    "select show_id from show_counts where listenable_episodes_count >= $1 order by md5(show_id::text) limit $2",
    [episodes, SAMPLE],
  );
  return rows.map(({ show_id }) => show_id);
}

const readShows = async ({ pool }: OpenDeps) =>
  (await sampleShows(pool, 1)).map((show_id) => read(`/v2/shows/${show_id}`));

const readFeeds = async ({ pool }: OpenDeps) =>
  (await sampleShows(pool, 1))
    .slice(0, FEEDS)
    .map((show_id) => read(`/show/${show_id}/episodes/feed`));

async function readEpisodes({ pool }: OpenDeps): Promise<BenchRequest[]> {
  const { rows } = await pool.query<{ episode_id: number }>(
    "select episode_id from episodes where listenable order by md5(episode_id::text) limit $1",
    [SAMPLE],
  );
  return rows.map(({ episode_id }) => read(`/v2/episodes/${episode_id}`));
}

async function readEmbeds(deps: OpenDeps, url: string): Promise<BenchRequest[]> {
  const shows = await sampleShows(deps.pool, 1);
  return shows.map((show_id) =>
    read(`/oembed?format=json&url=${encodeURIComponent(`${url}/show/${show_id}`)}`),
  );
}

/** The same requests with the token of one person, who may not edit these shows. */
async function withToken(deps: OpenDeps): Promise<BenchRequest[]> {
  const { rows } = await deps.pool.query<{ username: string }>(
    "select username from users order by user_id limit 1",
  );
  const token = await createToken(deps, rows[0]?.username ?? "");
  const requests = await readShows(deps);
  return requests.map((request) => ({ ...request, headers: { authorization: `Bearer ${token}` } }));
}

/** The same requests from a client that already has the responses. */
async function again(requests: readonly BenchRequest[], url: string): Promise<BenchRequest[]> {
  const again: BenchRequest[] = [];
  for (const request of requests) {
    const { headers } = await ask(url, request);
    const etag = headers[headers.indexOf("etag") + 1] ?? "";
    again.push({ ...request, headers: { "if-none-match": etag } });
  }
  return again;
}

/** One request for each of some authors, with the form fields of a new show. */
async function createShows(deps: OpenDeps): Promise<BenchRequest[]> {
  const { rows } = await deps.pool.query<{ username: string; plain: string }>(
    "select username, description as plain from users order by user_id limit $1",
    [AUTHORS],
  );
  const requests: BenchRequest[] = [];
  for (const { username, plain } of rows) {
    const token = await createToken(deps, username);
    const form = new URLSearchParams({
      title: "Number {unique}",
      language: "en",
      description: `${plain}\n\n${plain}`,
      category_id: "95",
      category_2_id: "120",
      explicit: "false",
      website_url: "https://example.org/",
    });
    requests.push({
      method: "POST",
      path: "/v2/shows",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: form.toString().replace(encodeURIComponent("{unique}"), "{unique}"),
    });
  }
  return requests;
}

/** New descriptions for shows of some authors, each by the author. */
async function updateShows(deps: OpenDeps): Promise<BenchRequest[]> {
  const { rows } = await deps.pool.query<{ show_id: number; username: string; plain: string }>(
    `select show_id, username, users.description as plain from users,
      lateral (select show_id from shows where author_id = user_id and deleted_at is null order by show_id limit 10) s
      order by user_id limit $1`,
    [AUTHORS * 10],
  );
  const tokens = new Map<string, string>();
  const requests: BenchRequest[] = [];
  for (const { show_id, username, plain } of rows) {
    const token = tokens.get(username) ?? (await createToken(deps, username));
    tokens.set(username, token);
    requests.push({
      method: "POST",
      path: `/v2/shows/${show_id}`,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: `description=${encodeURIComponent(`${plain}\n\n${plain}`)}%20{unique}`,
    });
  }
  return requests;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "show", title: "show detail", status: 200, aim: 0.5, prepare: readShows },
  {
    name: "episodes",
    title: `list of ${LIST_LENGTH} episodes`,
    status: 200,
    aim: 0.5,
    prepare: async ({ pool }) =>
      (await sampleShows(pool, LIST_LENGTH)).map((show_id) =>
        read(`/v2/shows/${show_id}/episodes?limit=${LIST_LENGTH}`),
      ),
  },
  { name: "episode", title: "episode detail", status: 200, aim: 0.5, prepare: readEpisodes },
  { name: "oembed", title: "oEmbed of a show", status: 200, aim: 0.5, prepare: readEmbeds },
  { name: "token", title: "show, with a token", status: 200, aim: 0.35, prepare: withToken },
  {
    name: "unchanged",
    title: "show detail, 304",
    status: 304,
    aim: 0.6,
    prepare: async (deps, url) => again(await readShows(deps), url),
  },
  {
    name: "feed",
    title: "feed, 304",
    status: 304,
    aim: 0.6,
    prepare: async (deps, url) => again(await readFeeds(deps), url),
  },
  {
    name: "create",
    title: "create show",
    status: 200,
    writes: true,
    aim: 0.3,
    prepare: createShows,
  },
  {
    name: "update",
    title: "update show",
    status: 200,
    writes: true,
    aim: 0.3,
    prepare: updateShows,
  },
];
