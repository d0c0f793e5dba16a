/** Makes the documentation of a server's API: its content once, each page when it is first asked for. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { describeErrors } from "../../../platform/errortypes.ts";
import type { Examples } from "../../../platform/http/description/examples.ts";
import { encodeText } from "../../../platform/http/encoding.ts";
import { STATUS } from "../../../platform/http/errors.ts";
import type { Html } from "../../../platform/http/html.ts";
import { KeptText } from "../../../platform/http/kepttext.ts";
import type { ApiDocument } from "../../../platform/http/openapi.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";
import type { LimitGroup } from "../../../platform/limits.ts";
import { type Assets, assetsOf } from "./assets.ts";
import { chapterPage, partsPage } from "./chapterpage.ts";
import { apiOf, subjectsOf } from "./document.ts";
import { entriesOf } from "./entries.ts";
import { errorsPage } from "./errorspage.ts";
import { docsPage, type Sidebar } from "./frame.ts";
import { guidePage } from "./guidepage.ts";
import { readGuides } from "./guides.ts";
import { limitsPage } from "./limitspage.ts";
import { operationsPage } from "./operationspage.ts";
import { overviewPage } from "./overviewpage.ts";
import { recordsPage } from "./recordspage.ts";
import { ALL_OPERATIONS, chapterUrl, guideUrl, RECORD_PAGES, recordPageOf } from "./rules.ts";
import { searchPage } from "./searchpage.ts";

/** What the documentation is made of. */
type Sources = Readonly<{
  apiDocument: () => ApiDocument;
  examples: () => Examples;
  limits: readonly LimitGroup[];
}>;

/** What differs between requests: where the examples send theirs, and how the site presents itself. */
type Visit = Readonly<{ baseUrl: string; site: SiteIdentity }>;

/** The documentation of a running server. */
export type Docs = Readonly<{
  /** The page at a path; null if there is none. */
  page(path: string, visit: Visit): KeptText | null;
  search(q: string, site: SiteIdentity): Html;
  assets(): Assets;
}>;

/**
 * All pages take 2 MB with their encodings. Without `PUBLIC_URL` there is a set for each address by which the server
 * is reached, and a stranger can make addresses up.
 */
const KEPT_BYTES = 8 * 2 ** 20;

export function openDocs(sources: Sources): Docs {
  const pages = new LRUCache<string, KeptText>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ size }) => size,
  });
  let made: Content | null = null;
  const content = () => {
    made ??= contentOf(sources);
    return made;
  };
  return {
    page(path, visit) {
      const key = keyOf(path, visit);
      const kept = pages.get(key);
      if (kept !== undefined) return kept;
      const rendered = content().pages.get(path)?.(visit);
      if (rendered === undefined) return null;
      const page = new KeptText(encodeText(rendered.text, 5));
      pages.set(key, page);
      return page;
    },
    search(q, site) {
      const { entries, sidebar } = content();
      const body = searchPage(entries, q);
      return docsPage({ title: "Search", path: "/docs/search", body, site, q }, sidebar);
    },
    assets: () => content().assets,
  };
}

/** All that a page depends on, in a text of fixed length. */
const keyOf = (path: string, { baseUrl, site }: Visit): string =>
  hash("sha1", JSON.stringify([path, baseUrl, site]), "base64url");

type Content = ReturnType<typeof contentOf>;

function contentOf({ apiDocument, examples, limits }: Sources) {
  const api = apiOf(apiDocument(), examples());
  const guides = readGuides();
  const errors = describeErrors(STATUS);
  const entries = entriesOf({ api, errors, limits, guides });
  const assets = assetsOf(entries);
  const sidebar: Sidebar = { api, guides, asset: assets.path };
  const pages = new Map<string, (visit: Visit) => Html>();
  const add = (path: string, title: string, render: (visit: Visit) => Html) =>
    pages.set(path, (visit) =>
      docsPage({ title, path, body: render(visit), site: visit.site }, sidebar),
    );
  add("/docs", "API documentation", ({ baseUrl }) => overviewPage({ api, guides }, baseUrl));
  add(ALL_OPERATIONS, "All operations", () => operationsPage(api));
  add("/docs/errors", "Errors", () => errorsPage(errors));
  add("/docs/limits", "Limits", () => limitsPage(limits));
  for (const { path, title } of RECORD_PAGES) {
    const records = api.records.filter(({ name }) => recordPageOf(name) === path);
    add(path, title, () => recordsPage(title, records));
  }
  for (const chapter of api.chapters)
    add(chapterUrl(chapter.slug), `${chapter.name} API`, ({ baseUrl }) =>
      chapterPage(chapter, baseUrl),
    );
  for (const { name, slug, parts } of subjectsOf(api.chapters))
    if (parts.every((part) => part.slug !== slug))
      add(chapterUrl(slug), `${name} API`, () => partsPage(name, parts));
  for (const guide of guides) add(guideUrl(guide.name), guide.title, () => guidePage(guide));
  return { entries, assets, sidebar, pages };
}
