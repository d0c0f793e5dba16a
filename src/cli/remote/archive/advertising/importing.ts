/** Makes the advertising of a server what an archive says. Idempotent, and nothing is started unless that is asked for. */
import type { Longwave } from "../../../../../clients/typescript/src/client.ts";
import type { Fields } from "../../fields.ts";
import { changedFields } from "../comparing.ts";
import { sentFields } from "../episodes.ts";
import { isSame } from "../format.ts";
import type { Left, Progress } from "../importing.ts";
import type { Media } from "../reading.ts";
import { type Advertising, type LineitemRecord, stateOf } from "./format.ts";
import { matchesOf } from "./matching.ts";
import { dueState, type Manner, type Pair, pairsOf } from "./pairing.ts";
import { isEmpty, planAdvertising } from "./planning.ts";
import { listAdvertising, rotationOf, type StoredLineitem, settled } from "./server.ts";

type Import = Readonly<{ advertising: Advertising; media: Media; team_id: number | null }>;

/** Returns what could not be made the same. */
export async function importAdvertising(
  longwave: Longwave,
  { advertising, media, team_id }: Import,
  manner: Manner,
  progress: Progress,
): Promise<Left[]> {
  if (isEmpty(advertising)) return [];
  const { activate } = manner;
  const stored = await listAdvertising(longwave, team_id);
  const matches = matchesOf(advertising, stored);
  const made: [LineitemRecord, number][] = [];
  for (const pair of pairsOf(advertising, stored, matches, manner.ids)) {
    progress(`Sending ${pair.kind.record} ${pair.record.fields.name}`);
    const id = await writeRecord(longwave, pair, { team_id, activate }).catch((error: Error) => {
      // The server names the field; there may be many records.
      error.message = `${pair.entry}: ${error.message}`;
      throw error;
    });
    matches.set(pair.entry, id);
    if ("campaign" in pair.record) made.push([pair.record, id]);
  }
  // All audio is sent first, so that the server encodes while the rest is sent.
  for (const [record, id] of made) {
    progress(`Sending the creatives of ${record.fields.name}`);
    await changeRotation(longwave, id, record, media);
  }
  for (const [record, id] of made) {
    progress(`Finishing ${record.fields.name}`);
    await changeState(longwave, await settled(longwave, id), record, activate);
  }
  const { changes } = await planAdvertising(longwave, advertising, team_id, manner);
  return changes.map(({ guid, title, parts }) => ({ guid, title, parts }));
}

/** Creates the record, or sends what differs; returns its id. A new line item is inactive. */
async function writeRecord(
  longwave: Longwave,
  { kind, record, fields, stored }: Pair,
  { team_id, activate }: Readonly<{ team_id: number | null; activate: boolean }>,
): Promise<number> {
  if (stored === null) {
    const team = kind.section === "advertisers" ? { team_id } : {};
    const sent = { ...sentFields(fields), ...team };
    const { answer } = await longwave.call(kind.create, sent as never);
    return Number(((answer as Fields)[kind.record] as Fields)[kind.id]);
  }
  const id = Number(stored[kind.id]);
  const stops = "campaign" in record && isToStop(record, stored as StoredLineitem, activate);
  const changed = { ...changedFields(fields, stored), ...(stops ? { active: false } : {}) };
  if (Object.keys(changed).length > 0)
    await longwave.call(kind.update, { [kind.id]: id, ...sentFields(changed) } as never);
  return id;
}

/**
 * What is not to be active stops before anything of it changes; so does what only lacks audio, before it gets some.
 */
const isToStop = (record: LineitemRecord, stored: StoredLineitem, activate: boolean): boolean =>
  stored.active &&
  dueState(record, stateOf(stored), activate) !== "active" &&
  (stateOf(stored) === "active" || record.creatives.length > 0);

/**
 * Creatives have no name of their own. Those that are as the archive has them from the first on stay; later ones and
 * those that could not be encoded are removed, and what is missing is added.
 */
async function changeRotation(
  longwave: Longwave,
  lineitem_id: number,
  { creatives: wanted }: LineitemRecord,
  media: Media,
): Promise<void> {
  const { lineitem } = await longwave.getLineItem({ lineitem_id });
  const { creatives, failed } = await rotationOf(longwave, lineitem, new Map());
  if (
    isSame(
      wanted,
      creatives.map(({ record }) => record),
    )
  )
    return;
  let kept = 0;
  for (const { creative_id, record } of creatives) {
    const due = wanted[kept];
    if (due === undefined || due.filename !== record.filename || !isSame(due.audio, record.audio)) {
      await longwave.removeLineItemCreative({ lineitem_id, creative_id });
      continue;
    }
    kept += 1;
    const { weight } = due;
    if (weight !== record.weight)
      await longwave.updateLineItemCreative({ lineitem_id, creative_id, weight });
  }
  for (const { creative_id } of failed)
    await longwave.removeLineItemCreative({ lineitem_id, creative_id });
  for (const { audio, filename, weight } of wanted.slice(kept)) {
    const audio_ad_file = new File([media(audio.sha256)], filename);
    await longwave.addLineItemCreative({ lineitem_id, weight, audio_ad_file });
  }
}

async function changeState(
  longwave: Longwave,
  stored: StoredLineitem,
  record: LineitemRecord,
  activate: boolean,
): Promise<void> {
  const { lineitem_id } = stored;
  const state = stateOf(stored);
  const due = dueState(record, state, activate);
  if (due === state || state === "canceled") return;
  if (due === "canceled") await longwave.updateLineItem({ lineitem_id, canceled: true });
  if (due === "inactive") await longwave.updateLineItem({ lineitem_id, active: false });
  // The server refuses to start what has no audio; the import says that its state differs.
  if (due === "active" && stored.creatives.some(({ status }) => status === "READY"))
    await longwave.updateLineItem({ lineitem_id, active: true });
}
