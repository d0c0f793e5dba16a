/** The page of a show's team, and its acts. */

import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { callerOf, page } from "../../../../platform/http/pages.ts";
import { showView } from "../../../publishing/shows/views.ts";
import { doneAt, STUDIO_LOOK } from "../../frame/layout.ts";
import { problemsWith } from "../problems.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { findMember, findTeam, removeMember, setRole } from "./actions.ts";
import { addForm, member, roleForm } from "./schema.ts";
import { teamView } from "./views.ts";
import { teamWords } from "./words.ts";

/** Whom the last act removed, in which role: the notice can take that back. */
const removedQuery = z.object({
  removed: z
    .string()
    .max(100)
    .regex(/^\w{1,100}$/)
    .optional()
    .catch(undefined),
  role: roleForm.shape.role.optional().catch(undefined),
});

const shared = { access: "signed-in", look: STUDIO_LOOK } as const;

export const teamPages = [
  ...formPage({
    ...shared,
    path: "/studio/shows/:show_id/team",
    summary: "Show who works on a show, and add people",
    params: showId,
    query: removedQuery,
    body: addForm,
    async show(call, refusal, deps: Deps) {
      const { csrf, session, locale, baseUrl } = call;
      const words = teamWords(locale);
      const own = await findOwnShow(deps, call, call.params.show_id);
      const team = await findTeam(deps, callerOf(session), own, baseUrl);
      const { author } = showView(own.show, { baseUrl, locale }, true);
      const shown = { csrf, words, own, user_id: session.user_id, author, team };
      const { removed, role = "show" } = call.query;
      const action = showPath(own.show.show_id, "/team");
      return showLayout(call, deps, own.show, {
        title: words.page,
        body: teamView(
          shown,
          problemsWith(words.lang, refusal, [words.unknown, words.author_already]),
        ),
        done: {
          added: words.added,
          changed: words.changed,
          removed:
            removed === undefined
              ? words.removed
              : { text: words.removed, undo: { action, fields: { username: removed, role } } },
        },
      });
    },
    async submit(call, { username, role }, deps: Deps) {
      const own = await findOwnShow(deps, call, call.params.show_id);
      const words = teamWords(call.locale);
      const texts = { unknown: words.unknown, author: words.author_already };
      const { author_id, show_id } = own.show;
      const user_id = await findMember(deps, username, { author_id, ...texts });
      await setRole(deps, callerOf(call.session), own, { user_id, role });
      return doneAt(showPath(show_id, "/team"), "added");
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/team/:user_id/role",
    summary: "Change a person's role in a show's team",
    params: member,
    body: roleForm,
    async handle(call, deps: Deps) {
      const { show_id, user_id } = call.params;
      const own = await findOwnShow(deps, call, show_id);
      if (call.form.ok)
        await setRole(deps, callerOf(call.session), own, { user_id, ...call.form.value });
      return doneAt(showPath(show_id, "/team"), "changed");
    },
  }),
  page({
    ...shared,
    method: "POST",
    path: "/studio/shows/:show_id/team/:user_id/remove",
    summary: "Remove a person from a show's team",
    params: member,
    body: z.object({}),
    async handle(call, deps: Deps) {
      const { show_id, user_id } = call.params;
      const caller = callerOf(call.session);
      const own = await findOwnShow(deps, call, show_id);
      const team = await findTeam(deps, caller, own, call.baseUrl);
      const one = team?.people.find((found) => found.user_id === user_id);
      await removeMember(deps, caller, own, user_id);
      const at = one === undefined ? "/team" : `/team?removed=${one.username}&role=${one.role}`;
      return doneAt(showPath(show_id, at), "removed");
    },
  }),
];
