/** Reads the advertising of an organization as an archive has it: references are names of entries and GUIDs, not ids. */
import type { Longwave } from "../../../../../clients/typescript/src/client.ts";
import { UsageError } from "../../../errors.ts";
import { plain } from "../../output.ts";
import type { Progress } from "../importing.ts";
import { type Paths, picked } from "../server.ts";
import {
  type Advertising,
  advertiserShape,
  campaignShape,
  entryName,
  type LineitemRecord,
  lineitemShape,
  type Section,
  stateOf,
} from "./format.ts";
import type { Guids } from "./guids.ts";
import { isEncoding, listAdvertising, rotationOf, type StoredLineitem, settled } from "./server.ts";

type Reading = Readonly<{ guids: Guids; paths: Paths; progress: Progress; notice: Progress }>;

export async function readAdvertising(
  longwave: Longwave,
  team_id: number | null,
  reading: Reading,
): Promise<Advertising> {
  const stored = await listAdvertising(longwave, team_id);
  const advertisers = namesOf("advertisers", stored.advertisers, (one) => one.advertiser_id);
  const campaigns = namesOf("campaigns", stored.campaigns, (one) => one.campaign_id);
  namesOf("lineitems", stored.lineitems, (one) => one.lineitem_id);
  const lineitems: LineitemRecord[] = [];
  for (const [at, lineitem] of stored.lineitems.entries()) {
    reading.progress(`Reading line item ${at + 1} of ${stored.lineitems.length}`);
    lineitems.push(await lineitemOf(longwave, lineitem, { advertisers, campaigns }, reading));
  }
  return {
    advertisers: stored.advertisers.map((one) =>
      advertiserShape.parse({
        fields: picked(Object.keys(advertiserShape.shape.fields.shape), one),
      }),
    ),
    campaigns: stored.campaigns.map((one) =>
      campaignShape.parse({
        advertiser: advertisers.get(one.advertiser_id),
        fields: picked(Object.keys(campaignShape.shape.fields.shape), one),
      }),
    ),
    lineitems,
  };
}

/** The names of entries by the ids of their records. Records with the same external_id could not be told apart. */
function namesOf<T extends Readonly<{ external_id: string | null }>>(
  section: Section,
  records: readonly T[],
  idOf: (record: T) => number,
): Map<number, string> {
  const groups = Map.groupBy(records, ({ external_id }) => external_id);
  groups.delete(null);
  const doubled = [...groups].filter(([, group]) => group.length > 1);
  if (doubled.length > 0)
    throw new UsageError(
      doubled
        .map(([external_id, group]) => {
          const ids = group.map(idOf).join(", ");
          return plain(
            `The ${section} ${ids} have the same external_id ${external_id}: change it first, because an import finds them by it.`,
          );
        })
        .join("\n"),
    );
  return new Map(records.map((record, at) => [idOf(record), entryName(section, at + 1)]));
}

type Names = Readonly<{ advertisers: Map<number, string>; campaigns: Map<number, string> }>;

async function lineitemOf(
  longwave: Longwave,
  present: StoredLineitem,
  names: Names,
  { guids, paths, progress, notice }: Reading,
): Promise<LineitemRecord> {
  const { lineitem_id, exclusions } = present;
  let stored = present;
  if (isEncoding(present)) {
    // Whether listeners will hear a creative decides whether it is in the archive.
    progress(`Waiting until the creatives of ${present.name} are encoded`);
    stored = await settled(longwave, lineitem_id);
  }
  const rotation = await rotationOf(longwave, stored, paths);
  /** Ids of what was deleted match nothing, so they are left out, with a notice. */
  const kept = <T>(field: string, ids: readonly unknown[], found: readonly (T | null)[]): T[] => {
    const gone = ids.filter((_, at) => found[at] === null);
    if (gone.length > 0)
      notice(
        `Line item ${lineitem_id}: ${field} without ${gone.join(", ")}, which cannot be read.`,
      );
    return found.filter((one) => one !== null);
  };
  const target = async <T>(
    field: "target_shows" | "target_episodes",
    guidOf: (id: number) => Promise<T | null>,
  ) => {
    const filter = stored[field];
    if (filter === null) return null;
    const found: (T | null)[] = [];
    for (const id of filter.values) found.push(await guidOf(Number(id)));
    if (filter.type === "INCLUDE" && found.every((one) => one === null))
      throw new UsageError(
        `Line item ${lineitem_id}: nothing in its ${field} can be read any more. Change that first; without it, the line item would be for all.`,
      );
    const values = kept(field, filter.values, found);
    return values.length === 0 ? null : { ...filter, values };
  };
  const excluded = exclusions?.advertisers ?? [];
  const known = excluded.map((id) => names.advertisers.get(id) ?? null);
  return lineitemShape.parse({
    campaign: names.campaigns.get(stored.campaign_id),
    creatives: rotation.creatives.map(({ record }) => record),
    exclusions: exclusions && {
      ...exclusions,
      advertisers: kept("exclusions.advertisers", excluded, known),
    },
    fields: picked(Object.keys(lineitemShape.shape.fields.shape), stored),
    state: stateOf(stored),
    target_episodes: await target("target_episodes", (id) => guids.episode(id)),
    target_shows: await target("target_shows", (id) => guids.show(id)),
  });
}
