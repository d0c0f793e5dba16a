/** Shares the report of a campaign at an address that nobody can guess, until it expires or is taken back. */
import { createHash, randomBytes } from "node:crypto";
import type { Deps } from "../../../../deps.ts";
import { notFound } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { readCampaign } from "../actions.ts";
import { type CampaignRow, findCampaign } from "../store.ts";
import { findShared, setShare } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

const DAY = 86_400_000;
const TOKEN_BYTES = 32;

const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A new address, which replaces an earlier one. Only its digest is stored. */
export async function shareReport(
  { db, clock }: Needs,
  caller: Caller,
  campaign_id: number,
  days: number,
): Promise<{ token: string; expires_at: Date }> {
  await readCampaign({ db, clock }, caller, campaign_id, "write");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expires_at = new Date(clock().getTime() + days * DAY);
  await setShare(db, campaign_id, { share_digest: digestOf(token), share_expires_at: expires_at });
  return { token, expires_at };
}

/** Ends the share of a campaign, if there is one. */
export async function endShare(deps: Needs, caller: Caller, campaign_id: number): Promise<void> {
  await readCampaign(deps, caller, campaign_id, "write");
  await setShare(deps.db, campaign_id, null);
}

/** The campaign behind a token; not found for an unknown, expired or ended one alike. */
export async function openShared({ db, clock }: Needs, token: string): Promise<CampaignRow> {
  const at = clock();
  const shared = await findShared(db, digestOf(token), at);
  const row = shared && (await findCampaign(db, shared.campaign_id, at));
  if (row === undefined) throw notFound("campaign");
  return row;
}
