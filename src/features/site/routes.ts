/** The public pages: what a link to a show, an episode or a person opens. */
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/failure.ts";
import type { Html } from "../../platform/http/html.ts";
import { moved, type Page, type PageCall, page } from "../../platform/http/pages.ts";
import { resolveAddress } from "../addresses/actions.ts";
import { type Kind, parseName } from "../addresses/rules.ts";
import { layout } from "../layout/views.ts";
import { findEpisodePage, findOrganizationPage, findShowPage, findUserPage } from "./actions.ts";
import { episodeHead, episodePage } from "./episodepage.ts";
import { userHead, userPage } from "./listpages.ts";
import { listPages } from "./listroutes.ts";
import { organizationHead, organizationPage } from "./organizationpage.ts";
import { type PlaceQuery, placeParams, placeQuery } from "./schema.ts";
import { showHead, showPage } from "./showpage.ts";

type Call = PageCall<{ name: string }, PlaceQuery, unknown>;
type Render = (deps: Deps, call: Call, id: number) => Promise<Html>;

export const sitePages = (deps: Deps): Page[] => [
  ...listPages(deps),
  place(deps, "/show/:name", "show", "A show", renderShow),
  place(deps, "/podcast/:name", "show", "A show, by another form of its address", renderShow),
  place(deps, "/episode/:name", "episode", "An episode", renderEpisode),
  place(deps, "/user/:name", "user", "A user", renderUser),
  page({
    ...{ method: "GET", path: "/organization/:name", summary: "An organization" },
    ...{ access: "anyone", params: placeParams, query: placeQuery },
    async handle(call) {
      if (!ORGANIZATION_ID.test(call.params.name)) throw notFound("organization");
      return renderOrganization(deps, call, Number(call.params.name));
    },
  }),
];

/** Organizations have no other form of address: their names are not theirs alone. */
const ORGANIZATION_ID = /^[1-9]\d{0,14}$/;

/** A page at `/<kind>/<id>`; every other form of its address leads there (contract §7). */
const place = (deps: Deps, path: string, kind: Kind, summary: string, render: Render): Page =>
  page({
    ...{ method: "GET", path, summary, access: "anyone", params: placeParams, query: placeQuery },
    look: { audio: true, scripts: true },
    async handle(call) {
      const address = parseName(kind, call.params.name);
      const found = address && (await resolveAddress(deps.db, address));
      if (!found) throw notFound(kind);
      const lasting = `/${kind}/${found.id}`;
      const { pathname, search } = new URL(call.request.url, call.baseUrl);
      if (pathname !== lasting) return moved(`${call.baseUrl}${lasting}${search}`);
      return render(deps, call, found.id);
    },
  });

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
