/** The invented podcast network of the examples: its people, its organization and what only code can create. */
import { createClient as createApp } from "../../src/features/people/oauth/actions.ts";
import { addNetwork, createOrganization } from "../../src/features/people/organizations/actions.ts";
import type { Person, World } from "../setup/app.ts";

/** The people of the examples, and the values of the parameters that most requests need. */
export type Network = Readonly<{
  /** The author of the show, and admin of the organization. */
  mara: Person;
  /** A listener, later a collaborator. */
  theo: Person;
  /** Someone whom Mara blocks. */
  nils: Person;
  /** Makes the curated lists. */
  admin: Person;
  /** The organization that is deleted. */
  former_id: number;
  ids: Record<string, unknown>;
  app: Readonly<{ client_id: string; client_secret: string | null }>;
}>;

export async function foundNetwork(world: World): Promise<Network> {
  const { deps } = world;
  const mara = await world.person({ username: "mara_lindqvist" });
  const theo = await world.person({ username: "theo_okafor" });
  const nils = await world.person({ username: "nils_brandt" });
  const admin = await world.person({ username: "front_desk", admin: true });
  const named = { name: "Lantern Audio" };
  const { organization_id, team_id } = await createOrganization(deps, named, mara.user_id, true);
  await addNetwork(deps, { organization_id, user_id: mara.user_id });
  const former = await createOrganization(deps, { name: "Lantern Archive" }, mara.user_id, false);
  const app = await createApp(
    deps,
    { name: "Carriage Player", redirect_uris: ["https://carriage.example/connected"] },
    mara.user_id,
  );
  const ids = {
    user_id: mara.user_id,
    organization_id,
    team_id,
    following_id: theo.user_id,
    blocked_id: nils.user_id,
    collaborator_id: theo.user_id,
    category_id: 92,
    tag_name: "railways",
    type: "shows",
    q: "night trains",
    from: "2026-06-01",
    to: "2026-06-07",
    group: "day",
  };
  return { mara, theo, nils, admin, ids, app, former_id: former.organization_id };
}
