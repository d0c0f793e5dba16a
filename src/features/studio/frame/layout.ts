/** The layout of every page of the studio: what a handler shows within navigation, head and notices. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import {
  callerOf,
  type PageCall,
  type PageLook,
  type Redirect,
  redirect,
} from "../../../platform/http/pages.ts";
import { canReadAdvertising } from "../../people/organizations/rights.ts";
import { hasOrganization } from "../../people/organizations/store.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { htmlDocument } from "../../web/layout/views.ts";
import { script, stylesheet } from "./assets.ts";
import {
  barView,
  type Done,
  doneView,
  type Head,
  headView,
  type NamedShow,
  sideView,
} from "./views.ts";
import { frameWords } from "./words.ts";

/** What a page of the studio may do: run this server's modules and show covers of other servers. */
export const STUDIO_LOOK: PageLook = { scripts: true };

/** What a handler of a page of the studio receives, whatever its parameters are. */
export type StudioCall = PageCall<unknown, unknown, unknown, "signed-in">;

export type StudioPage = Head &
  Readonly<{
    body: Html;
    /** The show that the page is about; its pages appear in the navigation. */
    show?: NamedShow | undefined;
    /** Further elements of the head: scripts and styles. */
    head?: Html | undefined;
    /** A column for forms instead of the full width. */
    narrow?: boolean;
    /** What `?done=<name>` says; other names say nothing. `doneAt` leads to it. */
    done?: Readonly<Record<string, string | Done>>;
    /** The value of the search field. */
    q?: string;
  }>;

/** The shows in the navigation. */
const SHOWS = 8;

/** The whole page. The navigation shows the person's newest shows, by the rule of `GET /v2/users/<id>/shows`. */
export async function studioLayout(
  call: StudioCall,
  { db }: Pick<Deps, "db">,
  page: StudioPage,
): Promise<Html> {
  const { frame, session, baseUrl, locale } = call;
  const words = frameWords(locale);
  const [rows, hasAds, isMember] = await Promise.all([
    listEditableShows(db, session.user_id, SHOWS),
    canReadAdvertising(db, callerOf(session)),
    hasOrganization(db, session.user_id),
  ]);
  const shows = rows.slice(0, SHOWS).map((row) => showSummaryView(row, baseUrl));
  const side = {
    words,
    url: frame.url,
    show: page.show,
    shows,
    hasMore: rows.length > SHOWS,
    standing: { hasAds, isMember, isAdmin: session.is_admin },
  };
  const content = html`<body class="studio">
<a class="skip" href="#main">${wordsOf(locale).skip}</a>
${barView({ words, frame, q: page.q ?? "" })}
<div class="desk">
${sideView(side)}
<main id="main" tabindex="-1">
${doneIn(call, page.done ?? {})}
${headView(page, words, frame.url)}
<div class="page-body${page.narrow === true && " column"}">
${page.body}
</div>
</main>
</div>
</body>`;
  const head = html`${stylesheet("frame/browser/studio.css")}${script("frame/browser/frame.js")}${page.head}`;
  return htmlDocument({ title: page.title, frame, lang: words.lang, head, content });
}

function doneIn(call: StudioCall, texts: NonNullable<StudioPage["done"]>): Html {
  const name = doneOf(call);
  const done = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (done === undefined) return html``;
  const spec = typeof done === "string" ? { text: done } : done;
  return doneView(name, spec, frameWords(call.locale), () => call.csrf);
}

/** What was done before the page is shown, as `doneAt` named it; empty if nothing was. */
export const doneOf = ({ frame }: Pick<StudioCall, "frame">): string =>
  new URL(frame.url, "http://here.invalid").searchParams.get("done") ?? "";

/** Leads to a page that says what was done: `doneAt("/studio/shows/1", "saved")`. `place`: the id of an element there. */
export const doneAt = (path: string, name: string, place: string | null = null): Redirect =>
  redirect(
    `${path}${path.includes("?") ? "&" : "?"}done=${encodeURIComponent(name)}${place === null ? "" : `#${place}`}`,
  );
