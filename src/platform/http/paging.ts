/** The two ways of paging a list, as query schemas and responses (contract §2). */
import { z } from "zod";
import { asNumber, id, integer } from "./params.ts";
import type { Call } from "./route.ts";

const MAX_LIMIT = 100;
const MAX_OFFSET = 10_000;

/** Clamps numbers of any size: 10^30 as well as 101. */
const clampedTo =
  (max: number) =>
  (value: unknown): unknown => {
    const wanted = asNumber(value);
    return typeof wanted === "number" && wanted > max ? max : value;
  };

/** `limit` of a list: from 1 to `max`; larger values are treated as `max` (contract §2). */
export const clampedLimit = ({ preset, max }: Readonly<{ preset: number; max: number }>) =>
  z
    .preprocess(clampedTo(max), integer({ min: 1, max }))
    .prefault(preset)
    .meta({ description: `Number of items per page; values above ${max} are treated as ${max}.` });

const limit = (preset: number) => clampedLimit({ preset, max: MAX_LIMIT });

/** Query parameters of a list paged by `offset`. */
export const offsetPaging = (preset = 50) => ({
  limit: limit(preset),
  offset: integer({ min: 0, max: MAX_OFFSET })
    .prefault(0)
    .meta({ description: "Number of items to skip." }),
});

/** Query parameters of a list paged by the id of the last item. */
export const lastIdPaging = (preset = 50) => ({
  limit: limit(preset),
  last_id: id().optional().meta({ description: "Id of the last item on the previous page." }),
});

/** `{ items, next_url }` of `item`. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_url: z.string().nullable() });

type Listing = Pick<Call, "url">;

/**
 * A page of a list paged by `offset`. `rows` holds up to `limit + 1` rows: the extra one means that there is a next
 * page. The list ends at the largest offset.
 */
export function offsetPage<Row, Item>(
  call: Listing & { query: { limit: number; offset: number } },
  rows: readonly Row[],
  view: (row: Row) => Item,
) {
  const { limit, offset } = call.query;
  const next = offset + limit;
  const more = rows.length > limit && next <= MAX_OFFSET;
  return {
    items: rows.slice(0, limit).map(view),
    next_url: more ? linkTo(call, { offset: next, limit }) : null,
  };
}

/** The shape of `twoWayPage`. */
export const twoWayPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({ prev_url: z.string().nullable() });

/**
 * Like `offsetPage`, with a link to the previous page: null on the first page. The previous page ends where this one
 * begins, so it is shorter than `limit` if fewer items precede.
 */
export function twoWayPage<Row, Item>(
  call: Listing & { query: { limit: number; offset: number } },
  rows: readonly Row[],
  view: (row: Row) => Item,
) {
  const { limit, offset } = call.query;
  const before = Math.min(limit, offset);
  return {
    ...offsetPage(call, rows, view),
    prev_url: offset === 0 ? null : linkTo(call, { offset: offset - before, limit: before }),
  };
}

/** A page of a list paged by `last_id`; `rows` as in `offsetPage`. */
export function lastIdPage<Row, Item>(
  call: Listing & { query: { limit: number } },
  rows: readonly Row[],
  idOf: (row: Row) => number,
  view: (row: Row) => Item,
) {
  const { limit } = call.query;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: shown.map(view),
    next_url: more ? linkTo(call, { last_id: idOf(last), limit }) : null,
  };
}

/** The URL of this request with `changes` to its query; all other parameters are kept. */
function linkTo({ url }: Listing, changes: Record<string, number>): string {
  const link = new URL(url);
  for (const [key, value] of Object.entries(changes)) link.searchParams.set(key, String(value));
  link.searchParams.delete("");
  return link.href;
}
