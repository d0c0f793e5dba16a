/** The kinds of requests of the soak, as a mixed day of a podcast host has them. */
import { randomUUID } from "node:crypto";

/** What the demo has made, and how to read it. */
export type Place = Readonly<{
  url: string;
  shows: readonly number[];
  episodes: readonly number[];
  lineitems: readonly number[];
  campaign_id: number;
  creator: string;
  adManager: string;
  sound: Blob;
}>;

/** `share`: of all requests; the shares of all kinds add up to 1. `run` rejects if a response is not as it should be. */
export type Kind = Readonly<{ name: string; share: number; run(place: Place): Promise<void> }>;

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** A response is expected within this time, ms. */
const PATIENCE_MS = 30_000;

async function expectGood(url: string, init: RequestInit = {}): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init });
  const body = await response.arrayBuffer();
  if (!response.ok)
    throw new Error(`${response.status} ${init.method ?? "GET"} ${new URL(url).pathname}`);
  return body;
}

const as = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** A listener in one of 60,000 networks of people. */
const listener = () => ({
  "user-agent": pick(["AntennaPod/3.4.0", "Overcast/3.0", "PocketCasts/1.0 (Android)"]),
  "x-forwarded-for": `84.${128 + Math.floor(Math.random() * 60)}.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 4)}`,
});

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

const WORDS = ["harbour", "tide", "kitchen", "history", "night", "letter", "sound"];

export const KINDS: readonly Kind[] = [
  {
    name: "API",
    share: 0.3,
    async run({ url, shows, episodes }) {
      await expectGood(
        url +
          pick([
            `/v2/shows/${pick(shows)}`,
            `/v2/episodes/${pick(episodes)}`,
            `/v2/shows/${pick(shows)}/episodes?limit=20`,
            `/v2/search?type=episodes&q=${pick(WORDS)}`,
            "/v2/explore/lists",
          ]),
      );
    },
  },
  {
    name: "pages",
    share: 0.15,
    async run({ url, shows, episodes }) {
      const headers = { accept: "text/html" };
      await expectGood(url + pick(["/", `/show/${pick(shows)}`, `/episode/${pick(episodes)}`]), {
        headers,
      });
    },
  },
  {
    name: "feeds",
    share: 0.2,
    run: async ({ url, shows }) => {
      await expectGood(`${url}/show/${pick(shows)}/episodes/feed`);
    },
  },
  {
    name: "listeners",
    share: 0.2,
    run: async ({ url, episodes }) => {
      await expectGood(`${url}/v2/episodes/${pick(episodes)}/play.mp3`, { headers: listener() });
    },
  },
  {
    name: "writes",
    share: 0.07,
    async run({ url, creator, shows }) {
      const method = pick(["PUT", "DELETE"]);
      await expectGood(`${url}/v2/users/me/favorites/${pick(shows)}`, { ...as(creator), method });
    },
  },
  {
    name: "ads",
    share: 0.04,
    async run({ url, adManager, lineitems, campaign_id }) {
      const path = pick([
        `/v2/lineitems/${pick(lineitems)}/diagnosis?from=${day(7)}&to=${day(0)}`,
        `/v2/lineitems/${pick(lineitems)}`,
        `/v2/lineitems?campaign_id=${campaign_id}`,
      ]);
      await expectGood(url + path, as(adManager));
    },
  },
  {
    name: "statistics",
    share: 0.038,
    async run({ url, creator, adManager, shows, lineitems, campaign_id }) {
      const range = `from=${day(30)}&to=${day(0)}`;
      const [path, token] = pick([
        [`/v2/shows/${pick(shows)}/statistics/plays?${range}&group=day`, creator],
        [`/v2/shows/${pick(shows)}/statistics/devices?${range}&precision=1`, creator],
        [
          `/v2/campaigns/${campaign_id}/campaign-statistics/impressions?${range}&group=day`,
          adManager,
        ],
        [
          `/v2/lineitems/${pick(lineitems)}/campaign-statistics/impressions/totals?${range}`,
          adManager,
        ],
      ] as const);
      await expectGood(url + path, as(token));
    },
  },
  {
    name: "uploads",
    share: 0.002,
    /** Deleted again, so that only what Longwave fails to clear away grows. */
    async run({ url, creator, shows, sound }) {
      const form = new FormData();
      form.set("title", `Soak ${randomUUID()}`);
      form.set("media_file", sound, "soak.wav");
      const path = `${url}/v2/shows/${shows[0]}/episodes`;
      const sent = await expectGood(path, { ...as(creator), method: "POST", body: form });
      const { response } = JSON.parse(Buffer.from(sent).toString()) as {
        response: { episode: { episode_id: number } };
      };
      const episode = `${url}/v2/episodes/${response.episode.episode_id}`;
      await untilReady(episode, creator);
      await expectGood(episode, { ...as(creator), method: "DELETE" });
    },
  },
];

/** An upload of a minute is encoded within this time, whatever else runs, ms. */
const ENCODED_MS = 120_000;

async function untilReady(episode: string, token: string): Promise<void> {
  const deadline = performance.now() + ENCODED_MS;
  while (performance.now() < deadline) {
    const { response } = JSON.parse(Buffer.from(await expectGood(episode, as(token))).toString());
    const { encoding_status: status } = response.episode as { encoding_status: string };
    if (status === "READY") return;
    if (status === "ERROR") throw new Error("an upload was not encoded");
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error("an upload was not encoded in time");
}
