/** Replays generated traffic minute by minute: decide, hold, deliver late or never, control. */
import { makeCatalog } from "../core/catalog.ts";
import { type DecisionContext, decide } from "../core/decide.ts";
import { type Random, seeded } from "../core/draw.ts";
import { makeHistory } from "../core/frequency.ts";
import {
  makePace,
  needsClaim,
  type Pace,
  type PublishedPacing,
  readPacings,
} from "../core/pace.ts";
import type { Reason } from "../core/reasons.ts";
import { openZones } from "../core/zones.ts";
import { LASTING_MS, OPEN_MS, PROVISIONAL_MS } from "../holding/bounds.ts";
import type { AdRequest } from "../schema.ts";
import type { Held } from "./held.ts";
import { hostilePlays } from "./hostile.ts";
import { arrivals, type Invented, inventAdRequest } from "./invented.ts";
import { type Memory, openMemory } from "./memory.ts";
import { type Monitor, makeMonitor } from "./monitor.ts";

const MINUTE = 60_000;
/** Web processes with their own views, and the maximum age of a view, ms. */
const SERVERS = 2;
const REFRESH = 5000;

export type SimulationResult = Readonly<{
  invented: Invented;
  memory: Memory;
  downloads: number;
  /** ms since 1970 at which each goal was reached; and at which its whole goal had first been handed out. */
  reached: ReadonlyMap<number, number>;
  handed_out: ReadonlyMap<number, number>;
  /** Line items that were throttled although more of their ads were wanted, with the reason. */
  kept_waiting: ReadonlyMap<number, Reason>;
}>;

type Server = { published: PublishedPacing; pace: Pace; refreshed: number };
type Running = {
  readonly invented: Invented;
  readonly random: Random;
  /** A separate generator, so that listeners behave the same with and without hostile plays. */
  readonly hostile: Random;
  readonly memory: Memory;
  readonly monitor: Monitor;
  readonly catalog: ReturnType<typeof makeCatalog>;
  readonly zones: ReturnType<typeof openZones>;
  readonly servers: Server[];
  /** By minute: what happens to held ads. */
  readonly agenda: Map<number, (() => void)[]>;
  readonly reached: Map<number, number>;
  readonly handed_out: Map<number, number>;
  readonly kept_waiting: Map<number, Reason>;
  published: PublishedPacing;
  downloads: number;
};

/** Runs all the days, and continues until every reservation is delivered or released. */
export function simulate(
  invented: Invented,
  tell: (day: number) => void = () => {},
): SimulationResult {
  const running = begin(invented);
  const { starts, scale } = invented;
  const ends = starts + scale.days * 24 * 60 * MINUTE;
  for (let at = starts; at < ends; at += MINUTE) {
    settleDue(running, at);
    running.published = readPacings(running.catalog, running.monitor.control(at));
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
  const published = readPacings(catalog, new Map());
  const view = () => ({ published, pace: makePace(catalog, published, new Map()), refreshed: 0 });
  return {
    invented,
    memory,
    catalog,
    zones,
    random: seeded(invented.scale.seed + 1),
    hostile: seeded(invented.scale.seed + 2),
    monitor: makeMonitor(catalog, memory, zones, invented.starts),
    servers: Array.from({ length: SERVERS }, view),
    agenda: new Map(),
    reached: new Map(),
    handed_out: new Map(),
    kept_waiting: new Map(),
    published,
    downloads: 0,
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
  const plays: Play[] = [
    ...moments.map((moment) => ({
      request: inventAdRequest(random, invented, moment),
      outcome: () => outcomeOf(random),
    })),
    ...hostilePlays(running.hostile, invented, at).map(({ request, fetchesBeginning }) => ({
      request,
      outcome: () => ({ flows: fetchesBeginning ? BEGINNING_FETCHED : null, delivered: null }),
    })),
  ];
  for (const play of plays.sort((a, b) => a.request.at.getTime() - b.request.at.getTime())) {
    running.downloads += 1;
    const server = running.servers[Math.floor(random() * SERVERS)];
    if (server !== undefined) serve(running, server, play);
  }
}

/** What happens to an ad, in ms after its reservation; null: never. */
type AdOutcome = Readonly<{ flows: number | null; delivered: number | null }>;
type Play = Readonly<{ request: AdRequest; outcome: () => AdOutcome }>;

/** When clients that fetch only the beginning have fetched it. */
const BEGINNING_FETCHED = 2000;
/** The shares of listeners who begin to fetch at once and hours later; the others never do. */
const BEGIN = { soon: 0.95, late: 0.01 };
/** The share of ads delivered among those whose fetch has begun. */
const DELIVERED = 0.82;

/** What happens to a listener's ad: 79 % are delivered. */
function outcomeOf(random: Random): AdOutcome {
  const draw = random();
  if (draw >= BEGIN.soon + BEGIN.late) return { flows: null, delivered: null };
  const flows = draw < BEGIN.soon ? -Math.log(1 - random()) * 5000 : (10 + random() * 350) * MINUTE;
  return { flows, delivered: random() < DELIVERED ? flows + delay(random) : null };
}

/** Serves one listener like a web process, with the state in memory. */
function serve(running: Running, server: Server, { request, outcome }: Play): void {
  const { catalog, zones, random, memory, monitor } = running;
  const now = request.at.getTime();
  refresh(running, server, now);
  const { pace } = server;
  const { origin } = request;
  if (origin === null) return;
  const { room } = memory.origins.roomAt(origin, now);
  if (room <= 0) return;
  const listener = request.listener.toString("hex");
  const plain = monitor.note(now);
  // Skip views from before the last run of the controller: they are out of date.
  const note = server.published === running.published ? watching(running, plain, now) : plain;
  const around = { catalog, pace, zones, random, note };
  const history = makeHistory(memory.historyOf(listener));
  const where = {
    address: origin.address.toString("hex"),
    network: origin.network.toString("hex"),
    kind: origin.kind,
  };
  for (const pick of decide(around, request, history).slice(0, room)) {
    if (needsClaim(pace, pick.place) && !memory.claim(pick, now)) {
      pace.closed[pick.place] = 1;
      continue;
    }
    pace.local[pick.place] = (pace.local[pick.place] ?? 0) + 1;
    const { item, break_index } = pick;
    hold(running, { ...where, item, break_index, listener, reserved: now }, outcome());
  }
}

/** Notes line items that are throttled while reservations cover neither their goal nor their daily cap. */
function watching(
  { catalog, zones, memory, kept_waiting }: Running,
  note: DecisionContext["note"],
  now: number,
): DecisionContext["note"] {
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

function refresh({ catalog, published, memory }: Running, server: Server, now: number): void {
  if (now - server.refreshed < REFRESH) return;
  const used = new Map<number, number>();
  for (const [id, { since }] of memory.accounts) if (since > 0) used.set(id, since);
  server.published = published;
  server.pace = makePace(catalog, published, used);
  server.refreshed = now;
}

type Placed = Pick<
  Held,
  "item" | "break_index" | "listener" | "reserved" | "address" | "network" | "kind"
>;

/** Decides what happens to the ad and schedules it. */
function hold(running: Running, placed: Placed, outcome: AdOutcome): void {
  const { random, memory, agenda, downloads, reached, handed_out } = running;
  const { reserved } = placed;
  const delivered = outcome.delivered === null ? null : reserved + outcome.delivered;
  // Counting records a delivery within a minute; for 2 %, as after a crash, within half an hour.
  const reported = delivered && delivered + random() * (random() < 0.02 ? 30 : 1) * MINUTE;
  const held = memory.hold({ ...placed, download: downloads, delivered, reported });
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
  put(reserved + PROVISIONAL_MS, () => memory.lapse(held));
  const flows = outcome.flows === null ? null : reserved + outcome.flows;
  if (flows !== null) {
    put(flows, () => memory.flow(held, flows));
    put(flows + OPEN_MS, () => memory.stall(held, flows + OPEN_MS));
  }
  if (delivered === null || reported === null) {
    put((flows ?? reserved) + LASTING_MS, () => memory.release(held));
    return;
  }
  put(reported, () => {
    memory.settle(held, delivered, reported);
    if (memory.accounts.get(lineitem_id)?.delivered === goal) reached.set(lineitem_id, delivered);
  });
  // Addresses and networks are judged by their last day.
  put(reported + LASTING_MS, () => memory.origins.note(held, "delivered", -1));
}

/** Most downloads end within minutes; some take most of a day. */
const delay = (random: Random): number =>
  random() < 0.9 ? -Math.log(1 - random()) * 4 * MINUTE : random() * 20 * 60 * MINUTE;
