/** The page that browsers get while the server is starting: it opens the page they asked for as soon as it can. */
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { html, trusted } from "../../../platform/http/html.ts";
import { chooseLocale } from "../../../platform/http/locale.ts";
import { tokenColours } from "../layout/tokens.ts";
import { setupWords } from "./rules.ts";

const SECONDS = "2";

/** The colours of the pages by day (0) or night (1). */
const colours = (time: 0 | 1): string =>
  (["ink", "paper", "soft", "accent", "signal"] as const)
    .map((name) => `--${name}: ${tokenColours(name)[time]};`)
    .join(" ");

/** The stylesheet of the pages is not served yet. */
const STYLE = `
:root { color-scheme: light dark; ${colours(0)} }
@media (prefers-color-scheme: dark) {
  :root { ${colours(1)} }
}
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; padding: 1.5rem; text-align: center; }
svg { width: 6rem; color: var(--accent); }
h1 { margin: 1rem 0 0.5rem; font: 500 1.625rem/1.25 Georgia, "Noto Serif", serif; }
p { margin: 0; color: var(--soft); }
circle { fill: var(--signal); }
@media (prefers-reduced-motion: no-preference) {
  circle { animation: receive 1.6s ease-in-out infinite alternate; }
  @keyframes receive { from { opacity: 0.2; } }
}
`;

const STYLE_HASH = hash("sha256", STYLE, "base64");

const MARK = trusted(
  '<svg viewBox="0 0 36 20" aria-hidden="true"><path d="M2 13C6 3.5 11 3.5 15.5 10s9 7.5 13.5 1" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="31.5" cy="6" r="3.2"/></svg>',
);

/** Answers a browser's request for a page with 503; returns whether it was one. Programs accept no HTML. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, headers } = request;
  if (method !== "GET" || !(headers.accept ?? "").includes("text/html")) return false;
  const words = setupWords(chooseLocale(undefined, headers["accept-language"]));
  const { text } = html`${trusted("<!doctype html>")}
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${SECONDS}">
<title>${words.starting}</title>
<style>${trusted(STYLE)}</style>
</head>
<body><main>${MARK}<h1>${words.starting}</h1><p role="status">${words.starting_hint}</p></main></body>
</html>
`;
  response
    .writeHead(503, {
      "content-type": "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      vary: "Accept, Accept-Language",
      "retry-after": SECONDS,
      connection: "close",
    })
    .end(text);
  return true;
}
