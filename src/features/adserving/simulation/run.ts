/** Replays invented traffic minute by minute: decide, hold, deliver late or never, control. */
import { makeCatalog } from "../core/catalog.ts";
import { type Circumstances, decide } from "../core/decide.ts";
import { type Random, seeded } from "../core/draw.ts";
import { makeHistory } from "../core/frequency.ts";
import { makePace, needsClaim, type Pace, readPacings, type Said } from "../core/pace.ts";
import type { Reason } from "../core/reasons.ts";
import { openZones } from "../core/zones.ts";
import type { Opportunity } from "../schema.ts";
import { arrivals, type Invented, inventOpportunity } from "./invented.ts";
import { type Held, type Memory, openMemory } from "./memory.ts";
import { type Monitor, makeMonitor } from "./monitor.ts";

const MINUTE = 60_000;
/** Web processes, each with its own view; how old that view may be, ms. */
const SERVERS = 2;
const REFRESH = 5000;

export type Outcome = Readonly<{
  invented: Invented;
  memory: Memory;
  downloads: number;
  /** ms since 1970 at which each goal was reached; and at which as much as it takes was held for the first time. */
  reached: ReadonlyMap<number, number>;
  handed_out: ReadonlyMap<number, number>;
  /** Line items that were kept waiting although more of them was wanted, with the reason. */
  kept_waiting: ReadonlyMap<number, Reason>;
}>;

type Server = { said: Said; pace: Pace; refreshed: number };
type Running = {
  readonly invented: Invented;
  readonly random: Random;
  readonly memory: Memory;
  readonly monitor: Monitor;
  readonly catalog: ReturnType<typeof makeCatalog>;
  readonly zones: ReturnType<typeof openZones>;
  readonly servers: Server[];
  /** By minute: what becomes of ads that are held. */
  readonly agenda: Map<number, (() => void)[]>;
  readonly reached: Map<number, number>;
  readonly handed_out: Map<number, number>;
  readonly kept_waiting: Map<number, Reason>;
  said: Said;
  downloads: number;
};

/** Runs all the days, and on until whatever is held is delivered or released. */
export function simulate(invented: Invented, tell: (day: number) => void = () => {}): Outcome {
  const running = begin(invented);
  const { starts, scale } = invented;
  const ends = starts + scale.days * 24 * 60 * MINUTE;
  for (let at = starts; at < ends; at += MINUTE) {
    settleDue(running, at);
    running.said = readPacings(running.catalog, running.monitor.control(at));
    runMinute(running, at);
    if ((at - starts) % (24 * 60 * MINUTE) === 0) tell((at - starts) / (24 * 60 * MINUTE) + 1);
  }
  for (let at = ends; running.agenda.size > 0; at += MINUTE) settleDue(running, at);
  const { memory, downloads, reached, handed_out, kept_waiting } = running;
  return { invented, memory, downloads, reached, handed_out, kept_waiting };
}

function begin(invented: Invented): Running {
  const zones = openZones();
  const memory = openMemory(invented.bookings, zones);
  const catalog = makeCatalog(invented.bookings);
  const said = readPacings(catalog, new Map());
  const view = () => ({ said, pace: makePace(catalog, said, new Map()), refreshed: 0 });
  return {
    ...{ invented, memory, catalog, zones },
    random: seeded(invented.scale.seed + 1),
    monitor: makeMonitor(catalog, memory, zones, invented.starts),
    servers: Array.from({ length: SERVERS }, view),
    agenda: new Map(),
    ...{ reached: new Map(), handed_out: new Map(), kept_waiting: new Map() },
    ...{ said, downloads: 0 },
  };
}

function settleDue({ agenda, memory }: Running, at: number): void {
  memory.grow(at);
  for (const step of agenda.get(at / MINUTE) ?? []) step();
  agenda.delete(at / MINUTE);
}

function runMinute(running: Running, at: number): void {
  const { random, invented } = running;
  const moments = Array.from(
    { length: arrivals(random, invented, at) },
    () => at + Math.floor(random() * MINUTE),
  );
  for (const moment of moments.sort((a, b) => a - b)) {
    running.downloads += 1;
    const server = running.servers[Math.floor(random() * SERVERS)];
    if (server !== undefined) serve(running, server, inventOpportunity(random, invented, moment));
  }
}

/** One listener: what the web process does, with the books in memory. */
function serve(running: Running, server: Server, asked: Opportunity): void {
  const { catalog, zones, random, memory, monitor } = running;
  const now = asked.at.getTime();
  refresh(running, server, now);
  const { pace } = server;
  const listener = asked.listener.toString("hex");
  const plain = monitor.note(now);
  // A view from before the last run of the controller knows no better.
  const note = server.said === running.said ? watching(running, plain, now) : plain;
  const around = { catalog, pace, zones, random, note };
  const history = makeHistory(memory.historyOf(listener));
  for (const pick of decide(around, asked, history)) {
    if (needsClaim(pace, pick.place) && !memory.claim(pick, now)) {
      pace.closed[pick.place] = 1;
      continue;
    }
    pace.local[pick.place] = (pace.local[pick.place] ?? 0) + 1;
    hold(running, { item: pick.item, break_index: pick.break_index, listener, reserved: now });
  }
}

/** Notes whom the controller keeps waiting while neither goal nor daily cap is covered by what is held. */
function watching(
  { catalog, zones, memory, kept_waiting }: Running,
  note: Circumstances["note"],
  now: number,
): Circumstances["note"] {
  return (lineitem_id, reason, times) => {
    note(lineitem_id, reason, times);
    if (kept_waiting.has(lineitem_id) || !KEEPS_WAITING.includes(reason)) return;
    const item = catalog.items[catalog.places.get(lineitem_id) ?? -1];
    const account = memory.accounts.get(lineitem_id);
    if (item?.goal === null || item === undefined || account === undefined) return;
    const { delivered, reserved, today } = account;
    const ofDay = reserved + (today.get(zones.dayAt(now, item.timezone)) ?? 0);
    if (delivered + reserved < item.goal && ofDay < (item.daily_cap ?? Infinity))
      kept_waiting.set(lineitem_id, reason);
  };
}

const KEEPS_WAITING: readonly Reason[] = ["throttled", "ahead", "spent"];

function refresh({ catalog, said, memory }: Running, server: Server, now: number): void {
  if (now - server.refreshed < REFRESH) return;
  const used = new Map<number, number>();
  for (const [id, { since }] of memory.accounts) if (since > 0) used.set(id, since);
  server.said = said;
  server.pace = makePace(catalog, said, used);
  server.refreshed = now;
}

type Placed = Pick<Held, "item" | "break_index" | "listener" | "reserved">;

/** Decides what will become of the ad, and puts it on the agenda. */
function hold(running: Running, placed: Placed): void {
  const { random, memory, agenda, downloads, reached, handed_out } = running;
  const delivered = random() < 0.78 ? placed.reserved + delay(random) : null;
  // Counting tells within a minute, now and then only after a crash of half an hour.
  const told = delivered && delivered + random() * (random() < 0.02 ? 30 : 1) * MINUTE;
  const held = memory.hold({ ...placed, download: downloads, delivered, told });
  const { lineitem_id, goal } = held.item;
  const account = memory.accounts.get(lineitem_id);
  if (!handed_out.has(lineitem_id) && goal !== null && account !== undefined)
    if (account.delivered + account.reserved >= goal) handed_out.set(lineitem_id, held.reserved);
  const put = (moment: number, step: () => void) => {
    const minute = Math.ceil(moment / MINUTE + 1e-9);
    const steps = agenda.get(minute);
    if (steps === undefined) agenda.set(minute, [step]);
    else steps.push(step);
  };
  if (delivered === null || told === null) {
    put(held.expires, () => memory.release(held));
    return;
  }
  put(told, () => {
    memory.settle(held, delivered, told);
    if (memory.accounts.get(lineitem_id)?.delivered === goal) reached.set(lineitem_id, delivered);
  });
}

/** Most downloads are over in minutes, some take most of a day. */
const delay = (random: Random): number =>
  random() < 0.9 ? -Math.log(1 - random()) * 4 * MINUTE : random() * 20 * 60 * MINUTE;
