/** A team for tests, with people of every role and short ways to book. */
import { expect } from "vitest";
import { createOrganization, setMember } from "../../src/features/organizations/actions.ts";
import type { Role } from "../../src/features/organizations/rules.ts";
import type { Person, World } from "./world.ts";

export type Team = Awaited<ReturnType<typeof makeTeam>>;

/** A new organization with its team. `boss` is its admin. */
export async function makeTeam(world: World) {
  const boss = await world.person();
  const named = { name: "Rail Media" };
  const { organization_id, team_id } = await createOrganization(
    world.deps,
    named,
    boss.user_id,
    true,
  );
  const made = async (path: string, noun: string, fields: object, who: Person = boss) => {
    const { status, response, text } = await who.api.post(path, { ...fields });
    expect(status, text).toBe(200);
    return response[noun];
  };
  const advertiser = (fields: object = {}) =>
    made("/v2/advertisers", "advertiser", {
      name: "Acme",
      iab_categories: "IAB22-11",
      team_id,
      ...fields,
    });
  return {
    boss,
    organization_id,
    team_id: team_id ?? 0,
    advertiser,
    /** Of a new advertiser, unless one is named. */
    async campaign(fields: { advertiser_id?: number } & object = {}) {
      const advertiser_id = fields.advertiser_id ?? (await advertiser()).advertiser_id;
      return made("/v2/campaigns", "campaign", { name: "Winter", ...fields, advertiser_id });
    },
    /** A new person with this role. */
    async member(role: Role): Promise<Person> {
      const person = await world.person();
      await setMember(world.deps, { organization_id, user_id: person.user_id, role });
      return person;
    },
  };
}
