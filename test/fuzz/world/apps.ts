/** Organizations and client apps of a tenant, which no request can make. */
import type { OpenDeps } from "../../../src/deps.ts";
import { createClient as createApp } from "../../../src/features/oauth/actions.ts";
import {
  addNetwork,
  createOrganization,
  setMember,
} from "../../../src/features/organizations/actions.ts";
import type { Account } from "./callers.ts";
import type { Pools } from "./pools.ts";

type Employment = Readonly<{
  /** Whose records they are to be: `mine` or `theirs`. */
  owner: string;
  name: string;
  boss: Account;
  managers: readonly Account[];
}>;

/** An organization of the boss's with a team, which has the boss's shows and these managers of ads. */
export async function employ(
  deps: OpenDeps,
  pools: Pools,
  { owner, name, boss: { user_id }, managers }: Employment,
): Promise<void> {
  const { organization_id, team_id } = await createOrganization(deps, { name }, user_id, true);
  await addNetwork(deps, { organization_id, user_id });
  for (const manager of managers)
    await setMember(deps, { organization_id, user_id: manager.user_id, role: "ad_manager" });
  pools.add(owner, "organization_id", [organization_id]);
  pools.add(owner, "team_id", [team_id ?? 0]);
  pools.add(owner, "user_id", [user_id]);
}

/** A confidential app. */
export const newApp = (deps: OpenDeps, name: string, owner: number) =>
  createApp(deps, { name, redirect_uris: ["https://app.invalid/back"] }, owner);

/** Asks for the codes by which a device is connected. */
export async function beginDevice(
  url: string,
  app: { client_id: string; client_secret: string | null },
) {
  const body = new URLSearchParams({
    client_id: app.client_id,
    client_secret: app.client_secret ?? "",
    scope: "basic",
  });
  const answer = await fetch(`${url}/oauth2/device_authorization`, { method: "POST", body });
  return (await answer.json()) as { device_code: string; user_code: string };
}
