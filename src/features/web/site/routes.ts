/** The public pages of shows, episodes, users and organizations. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Html } from "../../../platform/http/html.ts";
import { moved, type PageCall, page } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { resolveAddress } from "../../distribution/addresses/actions.ts";
import { type Kind, parseHandle, parseName } from "../../distribution/addresses/rules.ts";
import { fill } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import {
  findEpisodePage,
  findFollowPage,
  findOrganizationPage,
  findShowPage,
  findUserPage,
} from "./actions.ts";
import { episodeHead, episodePage } from "./episodepage.ts";
import { followHead, followPage } from "./followpage.ts";
import { userHead, userPage } from "./listpages.ts";
import { organizationHead, organizationPage } from "./organizationpage.ts";
import {
  LISTENING,
  type PlaceQuery,
  placeParams,
  placeQuery,
  type ShowQuery,
  showQuery,
} from "./schema.ts";
import { listTitle, showHead, showPage } from "./showpage.ts";
import { findTranscriptPage } from "./transcriptactions.ts";
import { transcriptHead, transcriptPage } from "./transcriptpage.ts";

type Call<Q = PlaceQuery> = PageCall<{ name: string }, Q, unknown>;
type Render<Q> = (deps: Deps, call: Call<Q>, id: number) => Promise<Html>;

type Place<Q> = Readonly<{
  path: string;
  kind: Kind;
  summary: string;
  query: z.ZodType<Q>;
  /** What follows the record in the path. */
  below?: string;
  render: Render<Q>;
}>;

/** An organization's page has only one URL, with its id: organization names are not unique. */
const ORGANIZATION_ID = /^[1-9]\d{0,14}$/;

/** A page at `/<kind>/<id>`, or `below` it; every other form of its URL redirects to it (contract §7). */
const place = <Q>({ path, kind, summary, query, below = "", render }: Place<Q>) =>
  page({
    method: "GET",
    path,
    summary,
    access: "anyone",
    params: placeParams,
    query,
    look: LISTENING,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const address = parseName(kind, call.params.name);
      const found = address && (await resolveAddress(deps.db, address));
      if (!found) throw notFound(kind);
      const lasting = `/${kind}/${found.id}${below}`;
      const { pathname, search } = new URL(call.request.url, call.baseUrl);
      if (pathname !== lasting) return moved(`${call.baseUrl}${lasting}${search}`);
      return render(deps, call, found.id);
    },
  });

/** An address by name, which people can remember, redirects to the lasting one. */
const handle = (path: string, summary: string) =>
  page({
    method: "GET",
    path,
    summary,
    access: "anyone",
    params: z.object({
      username: verbatim({ max: 64 }),
      permalink: verbatim({ max: 400 }).optional(),
    }),
    fromReplica: true,
    async handle({ params, request, baseUrl }, deps: Deps) {
      const address = parseHandle(params.username, params.permalink);
      const found = address && (await resolveAddress(deps.db, address));
      if (!found) throw notFound(params.permalink === undefined ? "user" : "show");
      const { search } = new URL(request.url, baseUrl);
      return moved(`${baseUrl}/${found.kind}/${found.id}${search}`);
    },
  });

export const sitePages = [
  handle("/@:username", "Redirect to a user's page"),
  handle("/@:username/:permalink", "Redirect to a show's page"),
  place({
    path: "/show/:name",
    kind: "show",
    summary: "Show a show's page",
    query: showQuery,
    render: renderShow,
  }),
  place({
    path: "/podcast/:name",
    kind: "show",
    summary: "Redirect to a show's page",
    query: showQuery,
    render: renderShow,
  }),
  place({
    path: "/show/:name/follow",
    kind: "show",
    summary: "Show the ways to follow a show",
    query: placeQuery,
    below: "/follow",
    render: renderFollow,
  }),
  place({
    path: "/podcast/:name/follow",
    kind: "show",
    summary: "Redirect to the ways to follow",
    query: placeQuery,
    below: "/follow",
    render: renderFollow,
  }),
  place({
    path: "/episode/:name",
    kind: "episode",
    summary: "Show an episode's page",
    query: placeQuery,
    render: renderEpisode,
  }),
  place({
    path: "/episode/:name/transcript",
    kind: "episode",
    summary: "Show an episode's transcript",
    query: placeQuery,
    below: "/transcript",
    render: renderTranscript,
  }),
  place({
    path: "/user/:name",
    kind: "user",
    summary: "Show a user's page",
    query: placeQuery,
    render: renderUser,
  }),
  page({
    method: "GET",
    path: "/organization/:name",
    summary: "Show an organization's page",
    access: "anyone",
    params: placeParams,
    query: placeQuery,
    look: LISTENING,
    fromReplica: true,
    async handle(call, deps: Deps) {
      if (!ORGANIZATION_ID.test(call.params.name)) throw notFound("organization");
      return renderOrganization(deps, call, Number(call.params.name));
    },
  }),
];

async function renderShow(deps: Deps, call: Call<ShowQuery>, id: number): Promise<Html> {
  const found = await findShowPage(deps, call, id);
  const { words, show, presents } = found;
  const title = presents ? show.title : `${listTitle(found, words)} – ${show.title}`;
  const shell = { session: call.session, frame: call.frame, words, title };
  return layout({ ...shell, head: showHead(found), body: showPage(found) });
}

async function renderFollow(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findFollowPage(deps, call, id);
  const { words, show } = found;
  const title = fill(words.follow_title, { title: show.title });
  const shell = { session: call.session, frame: call.frame, words, title };
  return layout({ ...shell, head: followHead(found), body: followPage(found) });
}

async function renderEpisode(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findEpisodePage(deps, call, id);
  const { words, episode } = found;
  const shell = {
    session: call.session,
    frame: call.frame,
    words,
    title: `${episode.title} – ${episode.show.title}`,
  };
  return layout({ ...shell, head: episodeHead(found), body: episodePage(found) });
}

async function renderTranscript(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findTranscriptPage(deps, call, id);
  const { words } = found;
  const title = `${words.transcript} – ${found.title}`;
  const shell = { session: call.session, frame: call.frame, words, title };
  return layout({ ...shell, head: transcriptHead(found), body: transcriptPage(found) });
}

async function renderUser(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findUserPage(deps, call, id);
  const { words, user } = found;
  const shell = {
    session: call.session,
    frame: call.frame,
    words,
    title: `${user.fullname} (@${user.username})`,
  };
  return layout({ ...shell, head: userHead(found), body: userPage(found) });
}

async function renderOrganization(deps: Deps, call: Call, id: number): Promise<Html> {
  const found = await findOrganizationPage(deps, call, id);
  const { words, organization } = found;
  const shell = { session: call.session, frame: call.frame, words, title: organization.name };
  const head = organizationHead(found, call.baseUrl);
  return layout({ ...shell, head, body: organizationPage(found) });
}
