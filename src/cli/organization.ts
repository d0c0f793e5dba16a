/** `longwave organization …` and `longwave collaborator …`: manages organizations and collaborators. */
import type { Command } from "commander";
import type { OpenDeps } from "../deps.ts";
import { addCollaborator } from "../features/people/collaborators/store.ts";
import {
  addNetwork,
  createOrganization,
  setMember,
} from "../features/people/organizations/actions.ts";
import { ROLES, type Role } from "../features/people/organizations/rules.ts";
import { findOrganization } from "../features/people/organizations/store.ts";
import { organizationView } from "../features/people/organizations/views.ts";
import { findUserId } from "../features/people/users/store.ts";
import { findShow } from "../features/publishing/shows/store.ts";
import { notFound } from "../platform/failure.ts";
import { publicAddress } from "./address.ts";
import { printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

/** The id of a username. */
async function userId({ db }: OpenDeps, username: string): Promise<number> {
  const user_id = await findUserId(db, username);
  if (user_id === undefined) throw notFound("user");
  return user_id;
}

/** Prints the organization as the API returns it. */
async function printOrganization({ db, config }: OpenDeps, organization_id: number): Promise<void> {
  const row = await findOrganization(db, organization_id);
  if (row === undefined) throw notFound("organization");
  printJson(organizationView(row, await publicAddress(config)));
}

export function registerOrganization(program: Command): void {
  const organization = program.command("organization").description("Manage organizations");
  organization
    .command("create")
    .description("Create an organization and print it as JSON")
    .requiredOption("--name <name>")
    .requiredOption("--owner <username>", "Its first admin")
    .option("--no-team", "Create it without a team, so without advertising")
    .action(({ name, owner, team }: { name: string; owner: string; team: boolean }) =>
      withDeps(async (deps) => {
        const row = await createOrganization(deps, { name }, await userId(deps, owner), team);
        await printOrganization(deps, row.organization_id);
      }),
    );
  organization
    .command("add-member")
    .description("Make a user a member, or change their role")
    .requiredOption("--organization <id>")
    .requiredOption("--user <username>")
    .requiredOption("--role <role>", ROLES.join(", "))
    .action(
      ({ organization: id, user, role }: { organization: string; user: string; role: string }) =>
        withDeps(async (deps) => {
          if (!ROLES.includes(role as Role))
            throw new UsageError(`The role must be one of ${ROLES.join(", ")}.`);
          await setMember(deps, {
            organization_id: Number(id),
            user_id: await userId(deps, user),
            role: role as Role,
          });
          await printOrganization(deps, Number(id));
        }),
    );
  organization
    .command("add-network")
    .description("Add a user's shows to the organization")
    .requiredOption("--organization <id>")
    .requiredOption("--user <username>")
    .action(({ organization: id, user }: { organization: string; user: string }) =>
      withDeps(async (deps) => {
        await addNetwork(deps, { organization_id: Number(id), user_id: await userId(deps, user) });
        await printOrganization(deps, Number(id));
      }),
    );
}

type Invitation = { user: string; show?: string; network?: string };

export function registerCollaborator(program: Command): void {
  program
    .command("collaborator")
    .description("Manage collaborators of shows and networks")
    .command("add")
    .description("Let a user edit one show, or all shows of another user")
    .requiredOption("--user <username>", "Username of the collaborator")
    .option("--show <id>")
    .option("--network <username>", "User who owns the shows")
    .action(({ user, show, network }: Invitation) => {
      if ((show === undefined) === (network === undefined))
        throw new UsageError("Use either --show or --network.");
      return withDeps(async (deps) => {
        const user_id = await userId(deps, user);
        const circle =
          show === undefined
            ? await networkCircle(deps, network ?? "")
            : await showCircle(deps, Number(show));
        await addCollaborator(deps.db, circle, user_id);
        printJson({ user_id, [circle.column]: circle.value });
      });
    });
}

async function showCircle({ db }: OpenDeps, show_id: number) {
  const found = Number.isSafeInteger(show_id) ? await findShow(db, show_id) : undefined;
  if (found === undefined) throw notFound("show");
  return {
    table: "show_collaborators",
    column: "show_id",
    value: show_id,
    author_id: found.author_id,
  } as const;
}

async function networkCircle(deps: OpenDeps, username: string) {
  const value = await userId(deps, username);
  return {
    table: "user_collaborators",
    column: "network_user_id",
    value,
    author_id: value,
  } as const;
}
