/** The page of an organization: its description, and the public shows of its networks. */
import { type Html, html } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import type { Words } from "../layout/rules.ts";
import { headOf } from "./head.ts";
import { nothingYet, pager, portrait, showGrid } from "./views.ts";

export type OrganizationPage = Readonly<{
  organization: Readonly<{
    name: string;
    description: string;
    site_url: string;
    image_url: string | null;
  }>;
  shows: Parameters<typeof showGrid>[0];
  next: string | null;
  first: string | null;
  words: Words;
}>;

export const organizationPage = (page: OrganizationPage): Html => {
  const { organization, shows, words } = page;
  return html`
<article class="sheet">
<header class="hero">${portrait(organization.image_url, organization.name, 120)}
<div><h1><bdi>${organization.name}</bdi></h1>
${organization.description !== "" && html`<p dir="auto">${organization.description}</p>`}</div></header>
<section aria-labelledby="shows"><h2 id="shows">${words.shows}</h2>
${shows.length === 0 ? nothingYet(words.no_shows, words) : showGrid(shows, words)}
${pager(page.next, page.first, words)}</section>
</article>`;
};

export const organizationHead = (
  { organization, words }: OrganizationPage,
  baseUrl: string,
): Html => {
  const { name, description, site_url: url, image_url: image } = organization;
  const data = { "@type": "Organization", name, description, url, logo: image };
  return html`${headOf({ title: name, description, url, image, type: "website", baseUrl, data })}${listeningHead(words)}`;
};
