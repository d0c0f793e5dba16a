/** Traffic that keeps account: what was acknowledged, what was heard, and how errors looked. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/** One response, or the lack of one. */
type Exchange = Readonly<{
  kind: string;
  /** ms since the traffic began. */
  at: number;
  ms: number;
  /** 0: the connection ended without a response. */
  status: number;
  /** The error's type and the header Retry-After. */
  type: string | null;
  retryAfter: string | null;
}>;

export type Traffic = Readonly<{
  exchanges: Exchange[];
  /** Titles of the shows that were acknowledged. */
  acknowledged: Set<string>;
  /** Requests by kind, status and type of error. */
  counts(): Record<string, number>;
  /** How many listeners have received the whole episode, and must be counted. */
  heard(): number;
  /** How many bytes each of them has received. */
  received(): number[];
  /** How many more listeners may be counted: they received a part, or more than they know, or were forgiven. */
  interrupted(): number;
  /** A listener who finished within the last `ms` need not be counted, because the server was killed now. */
  forgive(ms: number): void;
  /** Resolves when `count` more requests of each kind have succeeded. */
  flows(count?: number, patienceMs?: number): Promise<void>;
  stop(): Promise<void>;
}>;

type Options = Readonly<{
  /** The base URL, which changes when the server is restarted. */
  url(): string;
  token: string;
  show_id: number;
  episode_id: number;
}>;

/** A client gives up after this long, ms: no request may take longer, whatever is broken. */
const CLIENT_MS = 60_000;
const PAUSE_MS = 50;

let networks = 0;
/** The address of another listener, each in a network of its own. */
const nextListener = () => {
  networks += 1;
  return `84.${128 + Math.floor(networks / 250)}.${networks % 250}.7`;
};

/** Reads, writes and listens until it is stopped. */
export function startTraffic({ url, token, show_id, episode_id }: Options): Traffic {
  const began = performance.now();
  const exchanges: Exchange[] = [];
  const acknowledged = new Set<string>();
  let over = false;
  let interrupted = 0;
  const finished: { at: number; bytes: number; isForgiven: boolean }[] = [];
  const received = () => finished.filter((one) => !one.isForgiven).map(({ bytes }) => bytes);

  const exchange = async (kind: string, path: string, init: RequestInit = {}) => {
    const start = performance.now();
    const note = (status: number, type: string | null, retryAfter: string | null) =>
      exchanges.push({
        ...{ kind, status, type, retryAfter },
        at: Math.round(start - began),
        ms: Math.round(performance.now() - start),
      });
    try {
      const signal = AbortSignal.timeout(CLIENT_MS);
      const answer = await fetch(url() + path, { signal, ...init });
      const body = Buffer.from(await answer.arrayBuffer());
      note(answer.status, typeOf(body.toString(), answer), answer.headers.get("retry-after"));
      return { status: answer.status, bytes: body.length };
    } catch {
      note(0, null, null);
      return { status: 0, bytes: 0 };
    }
  };
  const authorization = `Bearer ${token}`;
  const write = async () => {
    const title = `Show ${randomUUID().slice(0, 18)}`;
    const { status } = await exchange("write", "/v2/shows", {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ title, language: "en" }),
    });
    if (status === 200) acknowledged.add(title);
  };
  const read = async () => {
    await exchange("read", `/v2/shows/${show_id}`, { headers: { authorization } });
  };
  const visit = async () => {
    await exchange("page", `/show/${show_id}`, { headers: { accept: "text/html" } });
  };
  const listen = async () => {
    const headers = { "user-agent": "AntennaPod/3.4.0", "x-forwarded-for": nextListener() };
    const address = `/v2/episodes/${episode_id}/play.mp3`;
    const { status, bytes } = await exchange("listen", address, { headers });
    if (status === 200) finished.push({ at: performance.now(), bytes, isForgiven: false });
    else if (status === 0) interrupted += 1;
  };
  const repeat = async (work: () => Promise<void>) => {
    while (!over) {
      await work();
      await sleep(PAUSE_MS);
    }
  };
  const running = Promise.all([write, write, read, visit, listen, listen].map(repeat));
  const counts = () =>
    Object.fromEntries(
      [
        ...Map.groupBy(exchanges, ({ kind, status, type }) => `${kind} ${status} ${type ?? ""}`),
      ].map(([key, all]) => [key, all.length]),
    );
  const succeeded = () => {
    const good = exchanges.filter(({ status }) => status > 0 && status < 400);
    return KINDS.map((kind) => good.filter((one) => one.kind === kind).length);
  };
  return {
    exchanges,
    acknowledged,
    heard: () => received().length,
    received,
    interrupted: () => interrupted,
    counts,
    forgive(ms) {
      const since = performance.now() - ms;
      for (const one of finished.filter(({ at, isForgiven }) => at > since && !isForgiven)) {
        one.isForgiven = true;
        interrupted += 1;
      }
    },
    async flows(count = 10, patienceMs = 45_000) {
      const before = succeeded();
      const enough = () => succeeded().every((now, kind) => now >= (before[kind] ?? 0) + count);
      const deadline = performance.now() + patienceMs;
      while (!enough()) {
        if (performance.now() > deadline) throw new Error(`No flow: ${JSON.stringify(counts())}`);
        await sleep(50);
      }
    },
    async stop() {
      over = true;
      await running;
    },
  };
}

const KINDS = ["write", "read", "page", "listen"] as const;

/** The type of an API's error, or the first heading of a page. */
function typeOf(text: string, { status, headers }: Response): string | null {
  if (status < 400) return null;
  if (headers.get("content-type")?.includes("json") !== true)
    return /<h1[^>]*>([^<]+)/.exec(text)?.[1] ?? null;
  return JSON.parse(text).response?.error?.type ?? null;
}

export type Clear = Readonly<{
  /** No response may take longer, ms. */
  withinMs: number;
  /** The statuses of errors that are allowed, each with its type. */
  errors?: Readonly<Record<number, string>>;
  /** Whether connections may end without a response, because the server itself was killed. */
  cut?: boolean;
}>;

/** Expects that each error said what it is, when to try again, and in time. */
export function expectClear(
  { exchanges }: Traffic,
  { withinMs, errors = { 503: "unavailable" }, cut = false }: Clear,
): void {
  const wrong = exchanges.filter(({ kind, status, type, retryAfter, ms }) => {
    if (ms > withinMs) return true;
    if (status === 0) return !cut;
    if (status < 400) return false;
    if (status === 503 && retryAfter === null) return true;
    return kind === "page" ? type === null || !(status in errors) : errors[status] !== type;
  });
  expect(wrong).toEqual([]);
}
