/** Checks the deliveries of a simulation against the bookings, independently of the ad server's code. */
import type { Booking } from "../core/booking.ts";
import { PROVISIONAL_MS } from "../holding/bounds.ts";
import type { SimulationResult } from "./run.ts";

/** A sentence about a delivery that breaks a rule. */
type Breach = string;

type Delivery = Readonly<{
  item: Booking;
  listener: string;
  download: number;
  break_index: number;
  at: number;
  /** Its fetch began after its reservation had lapsed, so nobody could have prevented exceeding a limit. */
  isLate: boolean;
}>;

export type Line = Readonly<{
  lineitem_id: number;
  priority: number;
  pacing: string;
  goal: number | null;
  delivered: number;
  revenue: bigint;
}>;

export type Audit = Readonly<{
  breaches: readonly Breach[];
  lines: readonly Line[];
  revenue: bigint;
}>;

export function audit({ invented, memory }: SimulationResult): Audit {
  const deliveries = memory.ledger.map(({ delivered, ...held }) => ({
    ...held,
    at: delivered ?? 0,
    isLate: (held.flowing ?? 0) > held.reserved + PROVISIONAL_MS,
  }));
  const byItem = Map.groupBy(deliveries, ({ item }) => item.lineitem_id);
  const of = (item: Booking) => byItem.get(item.lineitem_id) ?? [];
  const lines = invented.bookings.map((item) => ({
    lineitem_id: item.lineitem_id,
    priority: item.priority,
    pacing: item.pacing,
    goal: item.goal,
    delivered: of(item).length,
    revenue: of(item).reduce((sum) => sum + item.price, 0n),
  }));
  return {
    lines,
    revenue: lines.reduce((sum, line) => sum + line.revenue, 0n),
    breaches: [
      ...invented.bookings.flatMap((item) => [
        ...checkCaps(item, of(item)),
        ...checkDays(item, of(item)),
      ]),
      ...checkCampaigns(invented.bookings, deliveries),
      ...checkDownloads(deliveries),
    ],
  };
}

function checkCaps(item: Booking, own: readonly Delivery[]): Breach[] {
  const name = `line item ${item.lineitem_id}`;
  const inTime = own.filter(({ isLate }) => !isLate).length;
  const outside = own.filter(({ at }) => at < item.starts);
  return [
    ...checkWindows(name, item.caps, own),
    ...outside.map(() => `${name}: before its flight`),
    ...(item.hard_cap && item.goal !== null && inTime > item.goal
      ? [`${name}: ${inTime} beyond its hard goal of ${item.goal}`]
      : []),
  ];
}

/** No listener had more than `max` in any window; a window begins with one of the deliveries. */
function checkWindows(name: string, caps: Booking["caps"], own: readonly Delivery[]): Breach[] {
  return [...Map.groupBy(own, ({ listener }) => listener)].flatMap(([listener, heard]) => {
    const times = heard.map(({ at }) => at).sort((a, b) => a - b);
    return caps.flatMap(({ max, window }) => {
      const broken = times.some((at, first) => (times[first + max] ?? Infinity) < at + window);
      return broken ? [`${name}: more than ${max} in ${window / 3_600_000} h for ${listener}`] : [];
    });
  });
}

function checkDays(item: Booking, own: readonly Delivery[]): Breach[] {
  const { daily_cap, timezone } = item;
  if (daily_cap === null) return [];
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone });
  const inTime = own.filter(({ isLate }) => !isLate);
  return [...Map.groupBy(inTime, ({ at }) => format.format(at))].flatMap(([day, of]) =>
    of.length > daily_cap
      ? [`line item ${item.lineitem_id}: ${of.length} on ${day}, cap ${daily_cap}`]
      : [],
  );
}

function checkCampaigns(bookings: readonly Booking[], all: readonly Delivery[]): Breach[] {
  const byCampaign = Map.groupBy(all, ({ item }) => item.campaign_id);
  return [...Map.groupBy(bookings, ({ campaign_id }) => campaign_id)].flatMap(([id, items]) => {
    const own = byCampaign.get(id) ?? [];
    const [first] = items;
    const inTime = own.filter(({ isLate }) => !isLate);
    const spent = inTime.reduce((sum, { item }) => sum + item.price, 0n);
    const budget = first?.budget ?? null;
    return [
      ...checkWindows(`campaign ${id}`, first?.campaign_caps ?? [], own),
      ...(budget !== null && spent > budget ? [`campaign ${id}: spent ${spent} of ${budget}`] : []),
    ];
  });
}

function checkDownloads(all: readonly Delivery[]): Breach[] {
  return [...Map.groupBy(all, ({ download }) => download)].flatMap(([download, ads]) => [
    ...[...Map.groupBy(ads, ({ item }) => item)].flatMap(([item, own]) =>
      own.length > item.max_per_download
        ? [`line item ${item.lineitem_id}: ${own.length} times in download ${download}`]
        : [],
    ),
    ...ads.flatMap((one) =>
      ads.flatMap((other) =>
        one !== other && mustBeApart(one, other)
          ? [`line items ${one.item.lineitem_id} and ${other.item.lineitem_id} together`]
          : [],
      ),
    ),
  ]);
}

function mustBeApart(one: Delivery, other: Delivery): boolean {
  const rule = one.item.exclusions;
  if (rule === null) return false;
  if (rule.scope === "break" && one.break_index !== other.break_index) return false;
  const codes = other.item.industries.flatMap((code) => [code, code.split("-")[0] ?? ""]);
  return (
    rule.advertisers.includes(other.item.advertiser_id) ||
    rule.industries.some((code) => codes.includes(code))
  );
}
