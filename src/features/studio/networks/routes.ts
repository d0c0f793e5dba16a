/** The pages of organizations: those of a person, and one with its members, networks, shows and storage. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { removeMember, setMember } from "../../people/organizations/actions.ts";
import { requireOrganizationRole } from "../../people/organizations/rights.ts";
import { ROLES } from "../../people/organizations/rules.ts";
import {
  findRole,
  listMembers,
  listOrganizationShows,
  listOrganizationsOf,
} from "../../people/organizations/store.ts";
import { findUserId } from "../../people/users/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { memberForm, memberId, organizationId } from "./schema.ts";
import { listNetworks } from "./store.ts";
import { organizationsView, organizationView } from "./views.ts";
import { networksWords } from "./words.ts";

const PATH = "/studio/organizations";
/** Members, people of networks and shows that one page lists. */
const MOST = 200;

const ofOrganization = {
  access: "signed-in",
  params: organizationId,
  look: STUDIO_LOOK,
} as const;

export const organizationPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List your organizations",
    access: "signed-in",
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = networksWords(call.locale);
      const { is_admin, user_id } = call.session;
      const rows = await listOrganizationsOf(deps.db, user_id, { isAll: is_admin, limit: MOST });
      return studioLayout(call, deps, {
        title: words.organizations,
        body: organizationsView(words, rows),
      });
    },
  }),
  ...formPage({
    ...ofOrganization,
    path: `${PATH}/:organization_id`,
    summary: "Show an organization, and set the role of a member",
    body: memberForm,
    async show(call, refusal, deps: Deps) {
      const { organization_id } = call.params;
      const { db } = deps;
      const caller = callerOf(call.session);
      const row = await requireOrganizationRole(db, caller, organization_id, ROLES);
      const words = networksWords(call.locale);
      const [members, networks, shows, own] = await Promise.all([
        listMembers(db, organization_id, null, MOST),
        listNetworks(db, organization_id, MOST),
        listOrganizationShows(db, { organization_id, limit: MOST, offset: 0 }),
        findRole(db, organization_id, caller.user_id),
      ]);
      return studioLayout(call, deps, {
        title: row.name,
        subtitle: row.description === "" ? undefined : row.description,
        head: stylesheet("oneshow/browser/oneshow.css"),
        done: { saved: words.saved, removed: words.removed },
        body: organizationView({
          words,
          csrf: call.csrf,
          path: `${PATH}/${organization_id}`,
          user_id: caller.user_id,
          mayChange: caller.is_admin || own === "admin",
          members: members.slice(0, MOST),
          networks,
          shows: shows.slice(0, MOST),
          shows_count: row.shows_count,
          refusal: problemsOf(words.lang, refusal),
        }),
      });
    },
    async submit(call, { username, role }, deps: Deps) {
      const { organization_id } = call.params;
      await requireOrganizationRole(deps.db, callerOf(call.session), organization_id, ["admin"]);
      const name = username.replace(/^@/, "").toLowerCase();
      const user_id = await findUserId(deps.db, name);
      if (user_id === undefined)
        throw invalid({ username: networksWords(call.locale).unknown_person });
      await setMember(deps, { organization_id, user_id, role });
      return doneAt(`${PATH}/${organization_id}`, "saved");
    },
  }),
  page({
    ...ofOrganization,
    method: "POST",
    path: `${PATH}/:organization_id/members/:user_id/remove`,
    summary: "Remove a member from an organization",
    params: memberId,
    async handle(call, deps: Deps) {
      const { organization_id, user_id } = call.params;
      const caller = callerOf(call.session);
      const isSelf = user_id === caller.user_id;
      const roles = isSelf ? ROLES : (["admin"] as const);
      await requireOrganizationRole(deps.db, caller, organization_id, roles);
      await removeMember(deps, { organization_id, user_id });
      return doneAt(isSelf ? PATH : `${PATH}/${organization_id}`, "removed");
    },
  }),
];
