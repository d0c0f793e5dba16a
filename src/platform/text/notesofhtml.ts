/** Reads HTML as notes: the light markup of `notes.ts`, which people can edit as text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)([\s/][^<>]*)?>|([^<]+)|</gi;
const MARKS: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "_", i: "_" };

/** An element that is open, and where its text begins. */
type Open = Readonly<{ tag: string; from: number; href: string }>;

type State = {
  blocks: { text: string; isItem: boolean }[];
  lists: { isOrdered: boolean; number: number }[];
  open: Open[];
  /** The text of the block in progress, and what stands before it. */
  line: string;
  prefix: string;
  quotes: number;
};

/** Sanitised HTML as notes. What notes cannot say, such as underlining, becomes plain text. */
export function notesOfHtml(html: string): string {
  const state: State = { blocks: [], lists: [], open: [], line: "", prefix: "", quotes: 0 };
  for (const [, slash, name, attributes = "", text = "<"] of html.matchAll(TAG)) {
    if (name === undefined)
      state.line += escapedText(decoded(text).replace(/\s+/g, " "), state.line);
    else tagRead(state, { tag: name.toLowerCase(), isEnd: slash === "/", attributes });
  }
  flush(state);
  return state.blocks
    .map(({ text, isItem }, at) => {
      if (at === 0) return text;
      return (isItem && state.blocks[at - 1]?.isItem === true ? "\n" : "\n\n") + text;
    })
    .join("");
}

function flush(state: State): void {
  const text = state.line
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
  state.line = "";
  if (text === "") return;
  const isQuote = state.prefix === "" && state.quotes > 0;
  const lead = isQuote ? "> " : state.prefix;
  const lines = text.split("\n").map((one, at) => (at === 0 || isQuote ? `${lead}${one}` : one));
  state.blocks.push({ text: lines.join("\n"), isItem: /^(?:- |\d)/.test(state.prefix) });
  state.prefix = "";
}

type Tag = Readonly<{ tag: string; isEnd: boolean; attributes: string }>;

function tagRead(state: State, read: Tag): void {
  const { tag } = read;
  if (tag === "br") state.line += "\n";
  else if (tag === "a" || tag in MARKS) markRead(state, read);
  else if (tag === "li") itemRead(state, read.isEnd);
  else if (tag === "p" || tag === "pre") {
    // A paragraph that begins a point of a list does not end it.
    if (state.prefix === "" || state.line.trim() !== "") flush(state);
  } else blockRead(state, read);
}

function blockRead(state: State, { tag, isEnd }: Tag): void {
  // Underlined, struck and typed text is text.
  if (tag === "u" || tag === "s" || tag === "code") return;
  flush(state);
  if (tag === "ul" || tag === "ol") listRead(state, tag === "ol", isEnd);
  else if (tag === "blockquote") state.quotes += isEnd ? -1 : 1;
  else if (tag === "hr") state.blocks.push({ text: "---", isItem: false });
  else if (/^h[1-6]$/.test(tag)) state.prefix = isEnd ? "" : `${"#".repeat(Number(tag[1]))} `;
}

function markRead(state: State, { tag, isEnd, attributes }: Tag): void {
  if (!isEnd) {
    state.open.push({ tag, from: state.line.length, href: hrefIn(attributes) });
    return;
  }
  const begun = state.open.findLastIndex((one) => one.tag === tag);
  const [start] = begun < 0 ? [] : state.open.splice(begun, 1);
  if (start !== undefined) state.line = wrapped(state.line, start);
}

function listRead(state: State, isOrdered: boolean, isEnd: boolean): void {
  if (isEnd) state.lists.pop();
  else state.lists.push({ isOrdered, number: 0 });
}

function itemRead(state: State, isEnd: boolean): void {
  flush(state);
  const list = state.lists.at(-1);
  state.prefix = "";
  if (isEnd) return;
  if (list !== undefined) list.number += 1;
  state.prefix = list?.isOrdered === true ? `${list.number}. ` : "- ";
}

/** The line with the marks of an element around its text; spaces stay outside. */
function wrapped(line: string, { tag, from, href }: Open): string {
  const [before, inner] = [line.slice(0, from), line.slice(from)];
  const text = inner.trim();
  if (text === "") return line;
  const [lead, tail] = [
    inner.slice(0, inner.indexOf(text)),
    inner.slice(inner.indexOf(text) + text.length),
  ];
  const mark = MARKS[tag] ?? "";
  const shown = tag === "a" ? linkText(text, href) : `${mark}${text}${mark}`;
  return `${before}${lead}${shown}${tail}`;
}

function linkText(text: string, href: string): string {
  if (href === "" || text === href) return text;
  const address = href.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20");
  return `[${text.replaceAll("\n", " ")}](${address})`;
}

const hrefIn = (attributes: string): string =>
  decoded(/\bhref="([^"]*)"/i.exec(attributes)?.[1] ?? "");

const decoded = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll("&#34;", '"')
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");

/** A web address as `notes.ts` reads it, without the punctuation around it. */
const ADDRESSES = /(https?:\/\/[^\s<>()"'\\]{0,2000}[^\s<>()"'\\.,;:!?*_])/u;

/** Text that would read as markup, with a backslash. */
function escapedText(text: string, before: string): string {
  const parts = text.split(ADDRESSES).map((part, at) => {
    if (at % 2 === 1) return part;
    return part
      .replace(/\\(?=[\\*_[\]#>.()-])/g, "\\\\")
      .replace(/\*\*/g, "\\*\\*")
      .replace(/(?<![\p{L}\p{N}_])_(?=\S)/gu, "\\_")
      .replace(/\[(?=[^[\]]{0,500}\]\()/g, "\\[");
  });
  const joined = parts.join("");
  const isAtStart = before.slice(before.lastIndexOf("\n") + 1).trim() === "";
  return isAtStart
    ? joined
        .replace(/^(\s*)([-*•]\s|#{1,6}\s|>|---$)/, "$1\\$2")
        .replace(/^(\s*\d{1,4})([.)]\s)/, "$1\\$2")
    : joined;
}
