/** Writes line items: checks rights, stores the audio, then runs one transaction. */
import type { Insertable, Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Lineitems } from "../../../platform/db/rows.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../platform/http/route.ts";
import {
  requireRecordOfTeam,
  requireTeamRole,
  type TeamRight,
} from "../../people/organizations/rights.ts";
import { writeWithUpload } from "../../publishing/ingest/actions.ts";
import { lockCampaign } from "../campaigns/store.ts";
import {
  addCreative,
  copyCreatives,
  type StagedCreative,
  stageCreative,
} from "./creatives/adding.ts";
import { type CreativeRow, findCreatives, lastVersion } from "./creatives/store.ts";
import { copyName, NEW, refuseFrozen, requireFlight, switchesOf } from "./rules.ts";
import type { LineitemParams, NewLineitemParams } from "./schema.ts";
import {
  copyLineitem,
  findLineitem,
  insertLineitem,
  isTimezone,
  type LineitemRow,
  lockLineitem,
  updateLineitem,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "gates" | "clock">;
type File = UploadedFile | undefined;

/** Reads the line item if the caller has the right in its team. */
export async function readLineitem(
  { db }: Readonly<{ db: Executor }>,
  caller: Caller,
  lineitem_id: number,
  right: TeamRight,
): Promise<LineitemRow> {
  return requireRecordOfTeam(db, caller, await findLineitem(db, lineitem_id), "lineitem", right);
}

/** Creates a line item; `file` becomes its first creative. */
export async function createLineitem(
  deps: Needs,
  caller: Caller,
  params: NewLineitemParams,
  file: File,
): Promise<LineitemRow> {
  const { team_id } = await requireCampaign(deps.db, params.campaign_id);
  await requireTeamRole(deps.db, caller, team_id, "write");
  await requireTimezone(deps.db, params.timezone);
  requireFlight(params);
  const switches = switchesOf(params, NEW, file !== undefined, deps.clock());
  const audio = file && (await stageCreative(deps, file));
  return writeWithUpload(deps.db, caller.user_id, audio, async (db) => {
    await requireCampaign(db, params.campaign_id);
    // Kysely leaves out columns whose value is undefined: parameters that were not sent.
    const values = { ...columnsOf(params), ...switches, team_id } as Insertable<Lineitems>;
    const lineitem_id = await insertLineitem(db, values);
    const place = { lineitem_id, user_id: caller.user_id, version: 1 };
    if (audio !== undefined) await addCreative(db, deps.media, audio, place);
    return readBack(db, lineitem_id);
  });
}

/** Changes a line item. A `file` replaces all its creatives once it is READY. */
export async function changeLineitem(
  deps: Needs,
  caller: Caller,
  lineitem_id: number,
  params: LineitemParams,
  file: File,
  ifMatch: IfMatch,
): Promise<LineitemRow> {
  const before = await readLineitem(deps, caller, lineitem_id, "write");
  requireRevision(ifMatch, before.revision);
  await requireTimezone(deps.db, params.timezone);
  await changesOf(deps, deps.db, params, before, file);
  const audio = file && (await stageCreative(deps, file));
  return writeWithUpload(deps.db, caller.user_id, audio, async (db) => {
    await holdCampaigns(db, before, params);
    if (!(await lockLineitem(db, lineitem_id))) throw notFound("lineitem");
    const present = await readBack(db, lineitem_id);
    requireRevision(ifMatch, present.revision);
    await updateLineitem(db, lineitem_id, await changesOf(deps, db, params, present, file));
    if (audio !== undefined) await replaceCreatives(db, deps, caller, lineitem_id, audio);
    return readBack(db, lineitem_id);
  });
}

/** Deletes a line item. Its deliveries stay in the statistics. */
export async function deleteLineitem(
  deps: Needs,
  caller: Caller,
  lineitem_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await readLineitem(deps, caller, lineitem_id, "write");
  await deps.db.transaction().execute(async (db) => {
    if (!(await lockLineitem(db, lineitem_id))) throw notFound("lineitem");
    requireRevision(ifMatch, (await readBack(db, lineitem_id)).revision);
    await updateLineitem(db, lineitem_id, { deleted_at: deps.clock() });
  });
}

/** Creates a draft with the line item's booking and creatives, without its deliveries. */
export async function cloneLineitem(
  deps: Needs,
  caller: Caller,
  lineitem_id: number,
): Promise<LineitemRow> {
  const { name, campaign_id } = await readLineitem(deps, caller, lineitem_id, "write");
  return deps.db.transaction().execute(async (db) => {
    await lockCampaign(db, campaign_id, "share");
    if (!(await lockLineitem(db, lineitem_id))) throw notFound("lineitem");
    const copy_id = await copyLineitem(db, lineitem_id, copyName(name));
    await copyCreatives(db, await creativesOf(db, lineitem_id), copy_id);
    return readBack(db, copy_id);
  });
}

/** The columns that `params` change in `present`. Refuses changes that the state does not allow. */
export async function changesOf(
  { clock }: Pick<Needs, "clock">,
  db: Executor,
  params: LineitemParams,
  present: LineitemRow,
  file: File,
): Promise<Updateable<Lineitems>> {
  const { start_date = present.start_date, end_date = present.end_date } = params;
  requireFlight({ start_date, end_date });
  refuseFrozen(params, present);
  const creatives = await creativesOf(db, present.lineitem_id);
  const has_audio = file !== undefined || creatives.some(({ status }) => status !== "ERROR");
  const switches = switchesOf(params, present, has_audio, clock());
  // Kysely leaves out columns whose value is undefined: parameters that were not sent.
  return { ...columnsOf(params), ...switches } as Updateable<Lineitems>;
}

/** The new creative has the highest version, and replaces the others when it is READY. */
async function replaceCreatives(
  db: Executor,
  { media }: Needs,
  { user_id }: Caller,
  lineitem_id: number,
  audio: StagedCreative,
): Promise<void> {
  const replaces = (await creativesOf(db, lineitem_id)).map(({ creative_id }) => creative_id);
  const version = 1 + (await lastVersion(db, lineitem_id));
  await addCreative(db, media, audio, { lineitem_id, user_id, version, replaces });
}

const creativesOf = async (db: Executor, lineitem_id: number): Promise<CreativeRow[]> =>
  (await findCreatives(db, [lineitem_id])).get(lineitem_id) ?? [];

/** The columns set by `params`: structures as JSON, amounts as numbers, which hold them exactly. */
function columnsOf({ active, canceled, price_amount, ...params }: LineitemParams) {
  const columns = Object.entries(params).map(([name, value]) => {
    const structured = STRUCTURED.test(name) && value !== undefined && value !== null;
    return [name, structured ? JSON.stringify(value) : value];
  });
  const price = price_amount === undefined ? {} : { price_amount: Number(price_amount) };
  return { ...Object.fromEntries(columns), ...price };
}

/** Columns of JSON. */
const STRUCTURED = /^(target_\w+|frequency_cap|exclusions)$/;

/** Locks the campaign until the transaction ends; a new campaign must belong to the same team. */
async function holdCampaigns(
  db: Executor,
  { campaign_id, team_id }: LineitemRow,
  { campaign_id: wanted = campaign_id }: LineitemParams,
): Promise<void> {
  await lockCampaign(db, campaign_id, "share");
  if (wanted === campaign_id) return;
  if ((await requireCampaign(db, wanted)).team_id !== team_id)
    throw invalid({ campaign_id: "belongs to another team" });
}

async function requireTimezone(db: Executor, timezone: string | undefined): Promise<void> {
  if (timezone !== undefined && !(await isTimezone(db, timezone)))
    throw invalid({ timezone: "is not a time zone that the database knows" });
}

/** Locks the campaign that a parameter names while the transaction lasts. */
async function requireCampaign(db: Executor, campaign_id: number): Promise<{ team_id: number }> {
  const campaign = await lockCampaign(db, campaign_id, "share");
  if (campaign === undefined) throw invalid({ campaign_id: "is not a campaign" });
  return campaign;
}

async function readBack(db: Executor, lineitem_id: number): Promise<LineitemRow> {
  const row = await findLineitem(db, lineitem_id);
  if (row === undefined) throw notFound("lineitem");
  return row;
}
