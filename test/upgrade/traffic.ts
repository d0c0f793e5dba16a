/** What people do with a site while it is upgraded, through each server in turn; notes every failure. */
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Reply } from "../setup/client.ts";
import { somebody } from "../setup/counting.ts";

export type Site = Readonly<{ url: string; name: string }>;
type Subject = Readonly<{ token: string; show_id: number; episode_id: number; audio: Blob }>;

const OVERCAST = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
/** Between two requests of a visitor, so that the machine is not the bottleneck. */
const PAUSE_MS = 30;

export type Traffic = {
  /** The servers that requests go to from now on. */
  sites: readonly Site[];
  /** Requests by the name of their server. */
  readonly requests: Record<string, number>;
  /** Each response that was not a success, with its server. */
  readonly failures: string[];
  /** Texts of annotations whose creation was acknowledged. */
  readonly notes: string[];
  /** Ids of episodes whose upload was acknowledged. */
  readonly uploads: number[];
  /** Bytes of each play that was completely received. */
  readonly plays: number[];
  /** Uploads one episode through a server. */
  upload(site: Site): Promise<void>;
  /** Sends nothing more to a server, as a balancer that drains it, and waits for what was sent. */
  leave(site: Site): Promise<void>;
  stop(): Promise<void>;
};

export function startTraffic(first: Site, subject: Subject): Traffic {
  const { token, show_id, episode_id, audio } = subject;
  const stopping = new AbortController();
  let turn = 0;
  const traffic = {
    sites: [first] as readonly Site[],
    requests: {} as Record<string, number>,
    failures: [] as string[],
    notes: [] as string[],
    uploads: [] as number[],
    plays: [] as number[],
  };
  const going = new Map<Promise<unknown>, Site>();
  const underWay = <T>(site: Site, request: Promise<T>): Promise<T> => {
    going.set(request, site);
    return request.finally(() => going.delete(request));
  };
  /** Sends one request; returns its response, or null and notes the failure. */
  const attempt = async <T extends { status: number }>(
    site: Site,
    what: string,
    send: () => Promise<T>,
  ): Promise<T | null> => {
    traffic.requests[site.name] = (traffic.requests[site.name] ?? 0) + 1;
    const answer = await underWay(site, send()).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status < 400) return answer;
    const why = answer instanceof Error ? `${answer.message} ${answer.cause}` : textOf(answer);
    traffic.failures.push(`${site.name}: ${what}: ${why}`);
    return null;
  };
  const read = (site: Site, address: string) =>
    attempt(site, address, async () => {
      const answer = await fetch(new URL(address, site.url));
      await answer.arrayBuffer();
      return answer;
    });
  const editor = (site: Site) => createClient(site.url, token);
  const visitors: ((site: Site) => Promise<unknown>)[] = [
    (site) => read(site, `/v2/episodes/${episode_id}`),
    (site) => read(site, `/v2/search?type=episodes&q=fog`),
    (site) => read(site, `/show/${show_id}`),
    (site) => read(site, `/show/${show_id}/episodes/feed`),
    (site) =>
      attempt(site, "change a show", () =>
        editor(site).post(`/v2/shows/${show_id}`, { description: `Changed ${turn} times.` }),
      ),
    async (site) => {
      const text = `Note ${turn} ${Math.random()}`;
      const made = await attempt(site, "write a note", () =>
        editor(site).post("/v2/annotations", { show_id, text, at: "2026-06-03 18:00:00" }),
      );
      if (made !== null) traffic.notes.push(text);
    },
    (site) => play(site),
  ];
  /** Listens to the whole episode, as a new person. */
  const play = async (site: Site): Promise<void> => {
    const headers = { "user-agent": OVERCAST, "x-forwarded-for": somebody() };
    const hear = (from: Site, address: string) =>
      attempt(from, "play", async () => {
        const got = await fetch(new URL(address, from.url), { headers, redirect: "manual" });
        const bytes = (await got.arrayBuffer()).byteLength;
        return { status: got.status, bytes, location: got.headers.get("location") };
      });
    let answer = await hear(site, `/v2/episodes/${episode_id}/play`);
    if (answer?.location) {
      // A balancer sends the second request to a server that it still uses.
      const { pathname, search } = new URL(answer.location, site.url);
      answer = await hear(traffic.sites.includes(site) ? site : serving(), pathname + search);
    }
    if (answer !== null) traffic.plays.push(answer.bytes);
  };
  const serving = (): Site => traffic.sites[turn % traffic.sites.length] ?? first;
  const visiting = visitors.map(async (visit) => {
    while (!stopping.signal.aborted) {
      turn += 1;
      await visit(serving());
      await sleep(PAUSE_MS);
    }
  });
  return Object.assign(traffic, {
    async upload(site: Site) {
      const made = await attempt(site, "upload", () =>
        editor(site).post(
          `/v2/shows/${show_id}/episodes`,
          { title: `Uploaded to ${site.name}` },
          { files: { media_file: audio } },
        ),
      );
      if (made !== null) traffic.uploads.push(made.response.episode.episode_id);
    },
    async leave(site: Site) {
      traffic.sites = traffic.sites.filter((other) => other !== site);
      const begun = [...going].filter(([, to]) => to === site).map(([request]) => request);
      await Promise.allSettled(begun);
    },
    async stop() {
      stopping.abort();
      await Promise.all(visiting);
    },
  });
}

const textOf = (answer: { status: number } & Partial<Reply>): string =>
  `${answer.status} ${answer.text ?? ""}`.slice(0, 300);
