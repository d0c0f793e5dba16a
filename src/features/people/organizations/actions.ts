/** Creates, changes and deletes organizations, and checks rights to them. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { conflict, invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import { failureOf } from "../../../platform/http/errors.ts";
import { line } from "../../../platform/http/params.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../platform/http/route.ts";
import { renderImage, storeImage } from "../../publishing/images/actions.ts";
import { findUserId } from "../users/store.ts";
import { requireOrganizationRole } from "./rights.ts";
import type { DownloadWindow, Role } from "./rules.ts";
import {
  countOtherAdmins,
  deleteMember,
  deleteNetworks,
  findOrganization,
  findRole,
  insertNetwork,
  insertOrganization,
  lockOrganization,
  type OrganizationRow,
  putMember,
  updateOrganization,
} from "./store.ts";
import { insertTeam } from "./teams/store.ts";

const newOrganization = z.object({ name: line({ min: 1, max: 255 }) });

/** Creates an organization with `owner` as its first admin. */
export async function createOrganization(
  { db }: Pick<Deps, "db">,
  input: { name: string },
  owner: number,
  withTeam: boolean,
): Promise<OrganizationRow> {
  const parsed = newOrganization.safeParse(input, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  return db.transaction().execute(async (transaction) => {
    const organization_id = await insertOrganization(transaction, parsed.data);
    if (withTeam) await insertTeam(transaction, organization_id);
    await putMember(transaction, { organization_id, user_id: owner, role: "admin" });
    return readOrganization(transaction, organization_id);
  });
}

async function readOrganization(db: Executor, organization_id: number): Promise<OrganizationRow> {
  const row = await findOrganization(db, organization_id);
  if (row === undefined) throw notFound("organization");
  return row;
}

type Change = {
  name?: string | undefined;
  description?: string | undefined;
  download_window?: DownloadWindow | undefined;
  image_crop?: string | undefined;
};

export async function changeOrganization(
  deps: Deps,
  caller: Caller,
  organization_id: number,
  { image_crop, ...columns }: Change,
  files: Readonly<Record<string, UploadedFile>>,
  ifMatch: IfMatch,
): Promise<OrganizationRow> {
  await requireOrganizationRole(deps.db, caller, organization_id, ["admin"]);
  const picture = files.image_file && (await renderImage(deps.gates, files.image_file, image_crop));
  return deps.db.transaction().execute(async (db) => {
    const present = await readOrganization(db, organization_id);
    requireRevision(ifMatch, present.revision);
    const payer = caller.user_id;
    const image = picture && { image_id: await storeImage(db, deps.media, picture, payer) };
    await updateOrganization(db, organization_id, { ...columns, ...image });
    return readOrganization(db, organization_id);
  });
}

/** What organizations need to know about advertising; implemented by the features above. */
export type Advertising = Readonly<{
  hasRunningLineitems(db: Executor, team_id: number, at: Date): Promise<boolean>;
}>;

/**
 * Deletes an organization unless its team has running line items. Users keep their shows and can join another
 * organization; campaigns, ledgers and statistics stay but become inaccessible.
 */
export async function deleteOrganization(
  deps: Pick<Deps, "db" | "clock"> & Advertising,
  caller: Caller,
  organization_id: number,
  ifMatch: IfMatch,
): Promise<void> {
  await requireOrganizationRole(deps.db, caller, organization_id, ["admin"]);
  await deps.db.transaction().execute(async (db) => {
    if (!(await lockOrganization(db, organization_id))) throw notFound("organization");
    const { team_id, revision } = await readOrganization(db, organization_id);
    requireRevision(ifMatch, revision);
    const now = deps.clock();
    if (team_id !== null && (await deps.hasRunningLineitems(db, team_id, now)))
      throw conflict(
        "organization-running",
        "The organization has running line items. Stop them first.",
      );
    await deleteNetworks(db, organization_id);
    await updateOrganization(db, organization_id, { deleted_at: now });
  });
}

type Membership = { organization_id: number; user_id: number };

/** Sets a user's role; the last admin cannot lose theirs. */
export async function setMember(
  { db }: Pick<Deps, "db">,
  member: Membership & { role: Role },
): Promise<void> {
  await readOrganization(db, member.organization_id);
  if ((await findUserId(db, member.user_id)) === undefined) throw notFound("user");
  await db.transaction().execute(async (transaction) => {
    if (member.role !== "admin") await keepAnAdmin(transaction, member);
    await putMember(transaction, member);
  });
}

export async function removeMember({ db }: Pick<Deps, "db">, member: Membership): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await keepAnAdmin(transaction, member);
    await deleteMember(transaction, member);
  });
}

/** The organization is locked first, so that two admins cannot remove each other at once. */
async function keepAnAdmin(db: Executor, member: Membership): Promise<void> {
  await lockOrganization(db, member.organization_id);
  const others = await countOtherAdmins(db, member);
  const role = await findRole(db, member.organization_id, member.user_id);
  if (role === "admin" && others === 0)
    throw conflict("last-admin", "An organization must keep at least one admin.");
}

/** Adds a user's shows to the organization. */
export async function addNetwork({ db }: Pick<Deps, "db">, network: Membership): Promise<void> {
  await readOrganization(db, network.organization_id);
  if (!(await insertNetwork(db, network)))
    throw invalid({ user: "already belongs to another organization" });
}
