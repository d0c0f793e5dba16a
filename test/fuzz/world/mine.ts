/** Creates the attacking tenant's records, initially and after requests have deleted some. */
import type { OpenDeps } from "../../../src/deps.ts";
import { beginDevice, employ, newApp } from "./apps.ts";
import type { Cast } from "./callers.ts";
import {
  furnish,
  newBooking,
  newDraft,
  newEpisode,
  newImport,
  newRecording,
  newShow,
  newUpload,
  type Tenant,
} from "./nouns.ts";

/** Creates the attacking tenant's records. */
export async function fillMine(
  deps: OpenDeps,
  tenant: Tenant,
  cast: Cast,
  url: string,
): Promise<void> {
  const { pools } = tenant;
  const { user: boss, manager } = cast;
  await employ(deps, pools, { owner: "mine", name: "Rail Media", boss, managers: [manager] });
  // Not among the deletable records: it prevents deleting the organization, whatever happens to other bookings.
  await tenant.api.post("/v2/advertisers", { name: "Kept", iab_categories: "IAB1" });
  for (const { user_id } of [cast.stranger, cast.collaborator])
    pools.add("mine", "other_id", [user_id]);
  pools.add("mine", "user_id", [cast.stranger.user_id]);
  await newRecording(tenant, await newShow(tenant));
  for (let round = 0; round < ROUNDS; round++) {
    const [refused] = await replenish(tenant, cast, url);
    if (refused !== undefined) throw new Error(refused);
  }
  const app = await newApp(deps, "Fuzzed app", cast.user.user_id);
  pools.add("mine", "client_id", [app.client_id]);
  pools.add("mine", "client_secret", [app.client_secret ?? ""]);
  const device = await beginDevice(url, app);
  pools.add("mine", "device_code", [device.device_code]);
  pools.add("mine", "user_code", [device.user_code]);
}

/** How many records of each kind exist at the start. */
const ROUNDS = 3;

/** Adds a record of each kind, and restores the rights of the tenant's people. */
export async function replenish(tenant: Tenant, cast: Cast, url: string): Promise<string[]> {
  const refused: string[] = [];
  const steps = [
    () => withEpisodes(tenant, cast),
    () => newBooking(tenant),
    () => newImport(tenant),
    () => newUpload(tenant, cast.user.token, url, "a.mp3"),
    () => newList(tenant, cast),
    () => employAgain(tenant, cast),
  ];
  for (const step of steps)
    await step().catch((error: Error) => refused.push(error.message.slice(0, 200)));
  return refused;
}

async function withEpisodes(tenant: Tenant, { collaborator }: Cast): Promise<void> {
  await newShow(tenant, { visibility: "LIMITED" });
  const show_id = await newShow(tenant);
  await tenant.api.put(`/v2/shows/${show_id}/collaborators/${collaborator.user_id}`);
  await newDraft(tenant, show_id);
  await furnish(tenant, await newEpisode(tenant, show_id), "an episode");
}

async function newList({ pools }: Tenant, { admin }: Cast): Promise<void> {
  const { response } = await admin.api.post("/v2/explore/lists", { name: "Fuzzed list" });
  pools.add("mine", "list_id", [response.list.list_id]);
}

async function employAgain({ pools, api }: Tenant, { manager }: Cast): Promise<void> {
  const organization_id = pools.of("mine", "organization_id").at(-1)?.[0];
  const member = `/v2/organizations/${organization_id}/members/${manager.user_id}`;
  await api.put(member, { role: "ad_manager" });
}
