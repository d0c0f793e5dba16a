/** An index over all bookings, so that a request only examines line items that could run on it. */
import type { AdRequest, Break } from "../schema.ts";
import { addAll, type Bits, keepCommon, makeBits, removeAll, setBit } from "./bits.ts";
import type { Booking, Filter } from "./booking.ts";

type Value = string | number;
/** `open`: the items without an INCLUDE filter in this dimension. */
type Dimension = Readonly<{
  open: Bits;
  include: ReadonlyMap<Value, Bits>;
  exclude: ReadonlyMap<Value, Bits>;
}>;

/** The names of the dimensions in diagnoses. */
export const DIMENSIONS = [
  ...["team", "creative", "geo", "devices", "os", "apps"],
  ...["languages", "tags", "shows", "episodes", "categories"],
] as const;

export type Catalog = Readonly<{
  /**
   * Sorted by priority, then by descending price within priority 60, then by id. Everything else refers to an item by
   * its index here.
   */
  items: readonly Booking[];
  places: ReadonlyMap<number, number>;
  /** Flights by index, ms: these are checked for every listener. */
  starts: Float64Array;
  extended: Float64Array;
  /** How many items each campaign has in the catalog. */
  siblings: ReadonlyMap<number, number>;
  dimensions: readonly Dimension[];
  positions: Dimension;
  midrolls: Dimension;
  /** The first index of each priority, ascending, and the end. */
  tiers: readonly Readonly<{ priority: number; from: number; to: number }>[];
}>;

export function makeCatalog(bookings: readonly Booking[]): Catalog {
  const items = bookings.toSorted(
    (a, b) => a.priority - b.priority || byPrice(a, b) || a.lineitem_id - b.lineitem_id,
  );
  const of = (filter: (item: Booking) => Filter<string> | Filter<number>) =>
    makeDimension(items, filter);
  const only = (values: readonly Value[]) =>
    ({ type: "INCLUDE", values }) as Filter<string> | Filter<number>;
  return {
    items,
    places: new Map(items.map(({ lineitem_id }, at) => [lineitem_id, at])),
    starts: Float64Array.from(items, ({ starts }) => starts),
    extended: Float64Array.from(items, ({ extended }) => extended),
    siblings: new Map(
      [...Map.groupBy(items, ({ campaign_id }) => campaign_id)].map(([id, own]) => [
        id,
        own.length,
      ]),
    ),
    dimensions: [
      of((item) => only([item.team_id])),
      of((item) => only(item.creatives.flatMap(profilesOf))),
      of((item) => item.countries),
      of((item) => item.devices),
      of((item) => item.systems),
      of((item) => item.apps),
      of((item) => item.languages),
      of((item) => item.tags),
      of((item) => item.shows),
      of((item) => item.episodes),
      of((item) => item.categories),
    ],
    positions: of((item) => item.positions),
    midrolls: of((item) => (item.midroll === null ? null : only([item.midroll]))),
    tiers: tiersOf(items),
  };
}

const byPrice = (a: Booking, b: Booking): number =>
  a.priority !== 60 || a.price === b.price ? 0 : a.price > b.price ? -1 : 1;

/** A creative of weight 0 is never drawn. */
const profilesOf = ({ weight, files }: Booking["creatives"][number]): string[] =>
  weight > 0 ? Object.keys(files) : [];

/** The values of an ad request in the order of `DIMENSIONS`. */
export function valuesOf(request: AdRequest): readonly (readonly Value[])[] {
  const text = (value: string | null) => (value === null ? [] : [value.toLowerCase()]);
  return [
    request.team_ids,
    [request.profile],
    text(request.country),
    text(request.device),
    text(request.os),
    text(request.app),
    text(request.language),
    request.tags.map((tag) => tag.toLowerCase()),
    [request.show_id],
    [request.episode_id],
    request.category_ids,
  ];
}

/** The items that may run for this listener and episode, as far as bookings alone decide. */
export function matching(catalog: Catalog, request: AdRequest): Bits {
  const bits = makeBits(catalog.items.length).fill(0xffffffff);
  const values = valuesOf(request);
  catalog.dimensions.forEach((dimension, at) => {
    keepCommon(bits, allowedBy(dimension, values[at] ?? []));
  });
  return bits;
}

/** The items that may run in this break. */
export function placeable(catalog: Catalog, place: Break): Bits {
  const bits = allowedBy(catalog.positions, [place.position]);
  if (place.midroll === null) return bits;
  const names = [
    place.midroll,
    ...(place.midroll === 1 ? ["first"] : []),
    ...(place.last_midroll ? ["last"] : []),
  ];
  keepCommon(bits, allowedBy(catalog.midrolls, names));
  return bits;
}

/** Items that allow one of `values` and exclude none of them. */
export function allowedBy({ open, include, exclude }: Dimension, values: readonly Value[]): Bits {
  const bits = open.slice();
  for (const value of values) {
    const named = include.get(value);
    if (named !== undefined) addAll(bits, named);
  }
  for (const value of values) {
    const refused = exclude.get(value);
    if (refused !== undefined) removeAll(bits, refused);
  }
  return bits;
}

function makeDimension(
  items: readonly Booking[],
  filterOf: (item: Booking) => Filter<string> | Filter<number>,
): Dimension {
  const open = makeBits(items.length);
  const include = new Map<Value, Bits>();
  const exclude = new Map<Value, Bits>();
  items.forEach((item, at) => {
    const filter = filterOf(item);
    if (filter?.type !== "INCLUDE") setBit(open, at);
    if (filter === null) return;
    const sets = filter.type === "INCLUDE" ? include : exclude;
    for (const value of filter.values) {
      const bits = sets.get(value) ?? makeBits(items.length);
      sets.set(value, bits);
      setBit(bits, at);
    }
  });
  return { open, include, exclude };
}

function tiersOf(items: readonly Booking[]): Catalog["tiers"] {
  const priorities = [...new Set(items.map(({ priority }) => priority))];
  return priorities.map((priority) => ({
    priority,
    from: items.findIndex((item) => item.priority === priority),
    to: items.findLastIndex((item) => item.priority === priority) + 1,
  }));
}
