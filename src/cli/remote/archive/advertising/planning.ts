/** Says what an import would change of the advertising of a server. */
import type { Longwave } from "../../../../../clients/typescript/src/client.ts";
import { UsageError } from "../../../errors.ts";
import type { Change } from "../importing.ts";
import { type Advertising, entriesOf, type LineitemRecord, stateOf } from "./format.ts";
import { matchesOf } from "./matching.ts";
import { differingParts, dueState, type Manner, pairsOf, rotationParts } from "./pairing.ts";
import { listAdvertising, rotationOf, type StoredLineitem } from "./server.ts";

export type AdvertisingPlan = Readonly<{
  changes: readonly Change[];
  unchanged: number;
  /** How many line items the import starts. */
  started: number;
  /** How many are active in the archive and stay paused. */
  paused: number;
}>;

/** An archive without advertising needs no right to read that of the server. */
export const isEmpty = (archive: Advertising): boolean => entriesOf(archive).length === 0;

export async function planAdvertising(
  longwave: Longwave,
  archive: Advertising,
  team_id: number | null,
  { ids, activate }: Manner,
): Promise<AdvertisingPlan> {
  if (team_id === null && !isEmpty(archive))
    throw new UsageError(
      "The organization has no team, so it cannot have advertising: import into one that was created without --no-team.",
    );
  const stored = await listAdvertising(longwave, isEmpty(archive) ? null : team_id);
  const pairs = pairsOf(archive, stored, matchesOf(archive, stored), ids);
  const all: Change[] = [];
  let idle = 0;
  for (const pair of pairs) {
    const { kind, record } = pair;
    const parts = pair.stored === null ? [] : differingParts(pair, pair.stored);
    if ("campaign" in record) {
      const present = pair.stored as StoredLineitem | null;
      if (record.state === "active" && (present === null || stateOf(present) === "inactive"))
        idle += 1;
      if (present !== null)
        parts.push(...(await lineitemParts(longwave, record, present, activate)));
    }
    all.push({
      record: kind.record as Change["record"],
      guid: null,
      title: record.fields.name,
      action: pair.stored === null ? "create" : "update",
      parts,
    });
  }
  const changes = all.filter(({ action, parts }) => action === "create" || parts.length > 0);
  const [started, paused] = activate ? [idle, 0] : [0, idle];
  return { changes, unchanged: all.length - changes.length, started, paused };
}

async function lineitemParts(
  longwave: Longwave,
  record: LineitemRecord,
  stored: StoredLineitem,
  activate: boolean,
): Promise<string[]> {
  const state = stateOf(stored);
  return [
    ...rotationParts(record, await rotationOf(longwave, stored, new Map())),
    ...(dueState(record, state, activate) === state ? [] : ["state"]),
  ];
}
