/** The page inside the iframe: a player and nothing else. */
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";
import { fill, type Words } from "../../web/layout/rules.ts";
import { stylesheetLink } from "../../web/layout/views.ts";
import type { Embedded, EmbedRequest } from "./actions.ts";
import { embedHead } from "./dockview.ts";
import type { EmbedQuery } from "./schema.ts";
import { playerView } from "./views.ts";

type Shell = Readonly<{
  title: string;
  site: SiteIdentity;
  words: Words;
  theme: "light" | "dark" | null;
  body: Html;
}>;

export const embedShell = ({
  title,
  site,
  words,
  theme,
  body,
}: Shell): Html => html`${trusted("<!doctype html>")}
<html lang="${words.lang}"${theme !== null && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<meta name="robots" content="noindex">
<title>${title} · ${site.name}</title>
<link rel="icon" href="data:,">
${stylesheetLink(site)}
${embedHead(words)}
</head>
<body class="framed">
<main><h1 class="hidden">${title}</h1>
${body}</main>
</body>
</html>
`;

/** In place of what was deleted or withdrawn, with a way to the site. */
export function goneShell(
  shell: Omit<Shell, "title" | "body">,
  kind: EmbedRequest["kind"],
  baseUrl: string,
): Html {
  const { site, words } = shell;
  const title = kind === "episode" ? words.gone_episode : words.gone_podcast;
  const more = fill(words.more_on, { site: site.name });
  const body = html`<div class="gone"><p>${title}</p>
<p><a href="${baseUrl}/" target="_top">${more}</a></p></div>`;
  return embedShell({ ...shell, title, body });
}

/** The player of what is embedded. */
export function embedBody(embedded: Embedded, query: EmbedQuery, words: Words, site: string): Html {
  const { kind, tracks, author_name: name, author_url: url } = embedded;
  const { autoplay, playlist, chapters, color = null } = query;
  const [first, ...others] = tracks;
  if (first === undefined) return html`<p class="empty">${words.no_episodes}</p>`;
  const owner = kind === "user" ? { name, url } : null;
  const options = { autoplay, playlist, chapters, color, site, open: true, owner };
  return playerView([first, ...others], words, options);
}
