/** Light markup that people type into a text field, as HTML: paragraphs, links, emphasis, lists, headings. */
import { escapeHtml } from "./html.ts";

/** Lines are trimmed, so that a space is followed by something else. */
const LIST = /^(?:([-*•])|(\d{1,4})[.)])\s(.*)$/;
const HEADING = /^(#{1,6})\s(.*)$/;
const QUOTE = /^>\s?(.*)$/;

type Kind = "p" | "ul" | "ol" | "blockquote";
type Block = { kind: Kind; lines: string[] };

/** The notes as HTML, which is still to be sanitised. */
export function htmlOfNotes(text: string): string {
  const parts: string[] = [];
  let block: Block | null = null;
  const close = () => {
    if (block !== null) parts.push(blockHtml(block));
    block = null;
  };
  const add = (kind: Kind, line: string) => {
    if (block?.kind !== kind) close();
    block ??= { kind, lines: [] };
    block.lines.push(line);
  };
  for (const line of text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((one) => one.trim())) {
    const [, bullet, number, item = ""] = LIST.exec(line) ?? [];
    const heading = HEADING.exec(line);
    const quote = QUOTE.exec(line);
    if (line === "") close();
    else if (line === "---") {
      close();
      parts.push("<hr />");
    } else if (heading !== null) {
      close();
      const level = heading[1]?.length ?? 1;
      parts.push(`<h${level}>${inlineHtml((heading[2] ?? "").trimStart())}</h${level}>`);
    } else if (bullet !== undefined) add("ul", item.trimStart());
    else if (number !== undefined) add("ol", item.trimStart());
    else if (quote !== null) add("blockquote", quote[1] ?? "");
    else add("p", line);
  }
  close();
  return parts.join("\n");
}

function blockHtml({ kind, lines }: Block): string {
  const inner = lines.map(inlineHtml);
  if (kind === "p") return `<p>${inner.join("<br />")}</p>`;
  if (kind === "blockquote") return `<blockquote><p>${inner.join("<br />")}</p></blockquote>`;
  return `<${kind}>${inner.map((item) => `<li>${item}</li>`).join("")}</${kind}>`;
}

/** In this order: an escaped character, a link, an address, bold, italic. Lengths are bounded, so it is linear. */
const INLINE =
  /\\([\\*_[\]#>.()-])|\[([^[\]]{1,500})\]\(((?:https?:\/\/|mailto:)[^\s()]{1,2000})\)|(https?:\/\/[^\s<>()"'\\]{0,2000}[^\s<>()"'\\.,;:!?*_])|\*\*(?=\S)([^*]{1,2000})(?<=\S)\*\*|(?<![\p{L}\p{N}_])_(?=\S)([^_]{1,2000})(?<=\S)_(?![\p{L}\p{N}_])/gu;

function inlineHtml(text: string): string {
  let html = "";
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, escaped, label, address, bare, bold, italic] = found;
    html += escapeHtml(text.slice(end, found.index));
    end = found.index + all.length;
    if (escaped !== undefined) html += escapeHtml(escaped);
    else if (label !== undefined) html += linkHtml(address ?? "", inlineHtml(label));
    else if (bare !== undefined) html += linkHtml(bare, escapeHtml(bare));
    else if (bold !== undefined) html += `<strong>${inlineHtml(bold)}</strong>`;
    else html += `<em>${inlineHtml(italic ?? "")}</em>`;
  }
  return html + escapeHtml(text.slice(end));
}

const linkHtml = (address: string, label: string): string =>
  `<a href="${escapeHtml(address)}">${label}</a>`;
