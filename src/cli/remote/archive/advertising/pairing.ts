/** The records of an archive beside those of a server; pure. */
import { KINDS, type Kind } from "../../apply/kinds.ts";
import type { Fields } from "../../fields.ts";
import { changedFields } from "../comparing.ts";
import { isSame } from "../format.ts";
import {
  type Advertising,
  type AdvertisingRecord,
  entriesOf,
  type LineitemRecord,
  SECTIONS,
  type Section,
  type State,
} from "./format.ts";
import type { Ids } from "./guids.ts";
import { campaignFields, lineitemFields, type Matches } from "./matching.ts";
import type { Rotation, StoredAdvertising } from "./server.ts";

/** How an import makes line items: where targets are, and whether it starts those that are active in the archive. */
export type Manner = Readonly<{ ids: Ids; activate: boolean }>;

export type Pair = Readonly<{
  kind: Kind;
  entry: string;
  record: AdvertisingRecord;
  /** As the API has it. */
  fields: Fields;
  /** Null: the server does not have it. */
  stored: Fields | null;
}>;

const kindOf = (section: Section): Kind => {
  const kind = KINDS.find((one) => one.section === section);
  if (kind === undefined) throw new Error(`apply knows no ${section}`);
  return kind;
};

/** All records of the archive, in the order in which they are made: `matches` may grow meanwhile. */
export function* pairsOf(
  archive: Advertising,
  stored: StoredAdvertising,
  matches: Matches,
  ids: Ids,
): Generator<Pair> {
  const known = new Map(
    SECTIONS.flatMap((section) =>
      stored[section].map((one: Fields) => [`${section} ${one[kindOf(section).id]}`, one]),
    ),
  );
  for (const { section, entry, record } of entriesOf(archive)) {
    const kind = kindOf(section);
    const found = known.get(`${section} ${matches.get(entry)}`) ?? null;
    yield { kind, entry, record, fields: fieldsOf(record, matches, ids), stored: found };
  }
}

function fieldsOf(record: AdvertisingRecord, matches: Matches, ids: Ids): Fields {
  if ("campaign" in record) return lineitemFields(record, matches, ids);
  return "advertiser" in record ? campaignFields(record, matches) : record.fields;
}

/** What of a record differs, such as `fields.name` or `campaign`; its creatives and state are compared apart. */
export const differingParts = ({ kind, record, fields }: Pair, stored: Fields): string[] =>
  Object.keys(changedFields(fields, stored)).map((name) => {
    if (name in record.fields) return `fields.${name}`;
    return name === kind.reference?.sentAs ? kind.reference.field : name;
  });

/** The creatives that differ, with why some of the server's could not be encoded. */
export function rotationParts({ creatives }: LineitemRecord, stored: Rotation): string[] {
  if (
    isSame(
      creatives,
      stored.creatives.map(({ record }) => record),
    )
  )
    return [];
  const reasons = stored.failed.map(({ error }) => error).join("; ");
  return [reasons === "" ? "creatives" : `creatives (${reasons})`];
}

/**
 * The state that a line item gets. Nothing is started that was not active before, unless the import is to activate;
 * what was canceled stays so, and therefore differs.
 */
export function dueState({ state }: LineitemRecord, stored: State, activate: boolean): State {
  if (state !== "active" || activate || stored === "active") return state;
  return "inactive";
}
