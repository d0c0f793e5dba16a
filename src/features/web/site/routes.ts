/** The public pages of shows, episodes, users and organizations. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Html } from "../../../platform/http/html.ts";
import { moved, type PageCall, page } from "../../../platform/http/pages.ts";
import { resolveAddress } from "../../distribution/addresses/actions.ts";
import { type Kind, parseName } from "../../distribution/addresses/rules.ts";
import { layout } from "../layout/views.ts";
import { findEpisodePage, findOrganizationPage, findShowPage, findUserPage } from "./actions.ts";
import { episodeHead, episodePage } from "./episodepage.ts";
import { userHead, userPage } from "./listpages.ts";
import { organizationHead, organizationPage } from "./organizationpage.ts";
import { type PlaceQuery, placeParams, placeQuery } from "./schema.ts";
import { showHead, showPage } from "./showpage.ts";

type Call = PageCall<{ name: string }, PlaceQuery, unknown>;
type Render = (deps: Deps, call: Call, id: number) => Promise<Html>;

/** An organization's page has only one URL, with its id: organization names are not unique. */
const ORGANIZATION_ID = /^[1-9]\d{0,14}$/;

/** A page at `/<kind>/<id>`; every other form of its URL redirects to it (contract §7). */
const place = (path: string, kind: Kind, summary: string, render: Render) =>
  page({
    ...{ method: "GET", path, summary, access: "anyone", params: placeParams, query: placeQuery },
    look: { audio: true, scripts: true },
    async handle(call, deps: Deps) {
      const address = parseName(kind, call.params.name);
      const found = address && (await resolveAddress(deps.db, address));
      if (!found) throw notFound(kind);
      const lasting = `/${kind}/${found.id}`;
      const { pathname, search } = new URL(call.request.url, call.baseUrl);
      if (pathname !== lasting) return moved(`${call.baseUrl}${lasting}${search}`);
      return render(deps, call, found.id);
    },
  });

export const sitePages = [
  place("/show/:name", "show", "Show a show's page", renderShow),
  place("/podcast/:name", "show", "Redirect to a show's page", renderShow),
  place("/episode/:name", "episode", "Show an episode's page", renderEpisode),
  place("/user/:name", "user", "Show a user's page", renderUser),
  page({
    ...{ method: "GET", path: "/organization/:name", summary: "Show an organization's page" },
    ...{ access: "anyone", params: placeParams, query: placeQuery },
    async handle(call, deps: Deps) {
      if (!ORGANIZATION_ID.test(call.params.name)) throw notFound("organization");
      return renderOrganization(deps, call, Number(call.params.name));
    },
  }),
];

async function renderShow(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findShowPage(deps, call, id);
  const { words, show } = found;
  const shell = { session: call.session, words, title: show.title };
  return layout({ ...shell, head: showHead(found), body: showPage(found) });
}

async function renderEpisode(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findEpisodePage(deps, call, id);
  const { words, episode } = found;
  const shell = { session: call.session, words, title: `${episode.title} – ${episode.show.title}` };
  return layout({ ...shell, head: episodeHead(found), body: episodePage(found) });
}

async function renderUser(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findUserPage(deps, call, id);
  const { words, user } = found;
  const shell = { session: call.session, words, title: user.fullname };
  return layout({ ...shell, head: userHead(found, call.baseUrl), body: userPage(found) });
}

async function renderOrganization(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findOrganizationPage(deps, call, id);
  const { words, organization } = found;
  const shell = { session: call.session, words, title: organization.name };
  const head = organizationHead(found, call.baseUrl);
  return layout({ ...shell, head, body: organizationPage(found) });
}
