/** Renders the API description's plain text: paragraphs, with code between backticks. */
import { type Html, html } from "../../../platform/http/html.ts";

/** One line of text. */
export const inline = (text: string): Html =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Paragraphs; nothing for an empty text. */
export const prose = (text: string): Html =>
  html`${text
    .split(/\n{2,}/)
    .filter((part) => part !== "")
    .map((part) => html`<p>${inline(part)}</p>`)}`;

/** Code that scrolls sideways, and by the keyboard, where it is wider than the page. */
export const codeBlock = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`;
