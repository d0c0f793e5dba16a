/** The page inside the iframe: a player and nothing else. */
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import type { Words } from "../../web/layout/rules.ts";
import { stylesheetLink } from "../../web/layout/views.ts";
import { playerHead } from "./views.ts";

type Shell = Readonly<{
  title: string;
  words: Words;
  theme: "light" | "dark" | null;
  body: Html;
}>;

export const embedShell = ({
  title,
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
<title>${title} · Longwave</title>
<link rel="icon" href="data:,">
${stylesheetLink()}
${playerHead()}
</head>
<body class="framed">
<main><h1 class="hidden">${title}</h1>
${body}</main>
</body>
</html>
`;
