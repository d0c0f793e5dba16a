/** Creates organizations and client apps, which requests cannot create. */
import type { Config } from "../../../src/config.ts";
import { type OpenDeps, openDeps } from "../../../src/deps.ts";
import { createClient as createApp } from "../../../src/features/people/oauth/actions.ts";
import {
  addNetwork,
  createOrganization,
  setMember,
} from "../../../src/features/people/organizations/actions.ts";
import { Failure } from "../../../src/platform/failure.ts";
import type { Account, Cast } from "./callers.ts";
import type { Pools } from "./pools.ts";

type Employment = Readonly<{
  /** The owner of its records: `mine` or `theirs`. */
  owner: string;
  name: string;
  boss: Account;
  managers: readonly Account[];
}>;

/** Creates the boss's organization with a team, the boss's shows and these ad managers. */
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

/**
 * Undoes what requests did to the tenant's organization: its boss is an admin again, and if the boss has deleted it,
 * there is another one.
 */
export async function reinstate(config: Config, pools: Pools, cast: Cast): Promise<void> {
  const { user: boss, manager } = cast;
  const deps = await openDeps(config);
  try {
    const [organization_id] = pools.of("mine", "organization_id").at(-1) ?? [];
    const member = { organization_id: Number(organization_id), user_id: boss.user_id };
    await setMember(deps, { ...member, role: "admin" }).catch((error) => {
      if (!(error instanceof Failure) || error.kind !== "not-found") throw error;
      return employ(deps, pools, { owner: "mine", name: "Rail Media", boss, managers: [manager] });
    });
  } finally {
    await deps.close();
  }
}

/** A confidential app. */
export const newApp = (deps: OpenDeps, name: string, owner: number) =>
  createApp(deps, { name, redirect_uris: ["https://app.invalid/back"] }, owner);

/** Requests the codes for connecting a device. */
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
