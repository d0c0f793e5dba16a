/** Writes XML 1.0: well-formed whatever the texts are, and without space that is not in them. */

/** Values of attributes; null and undefined leave the attribute out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What no XML 1.0 document may hold (§2.2), but for half characters. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const allowed = (text: string): string => text.toWellFormed().replace(FORBIDDEN, "");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would read these as spaces in attributes, and a return as a line feed everywhere (§2.11, §3.3.3).
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Anything that keeps a text from standing in a document as it is; most texts hold nothing of it. */
const DELICATE = /[&<>"\0-\x1f\ud800-\udfff\ufffe\uffff]/;

/** `text` as the content of an element. */
export const escapeText = (text: string): string =>
  DELICATE.test(text)
    ? allowed(text).replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? "")
    : text;

const escapeValue = (text: string): string =>
  DELICATE.test(text)
    ? allowed(text).replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? "")
    : text;

/** `html` as a section of character data, which readers without a parser expect around mark-up. */
export const cdata = (html: string): string =>
  `<![CDATA[${allowed(html).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

/** One element on a line of its own; `content` is XML already, and null makes it an empty one. */
export function element(
  name: string,
  attributes: Attributes,
  content: string | null = null,
): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== null && value !== undefined) tag += ` ${key}="${escapeValue(String(value))}"`;
  }
  return content === null ? `${tag}/>\n` : `${tag}>${content}</${name}>\n`;
}

/** An element around a text; nothing where there is none. */
export function textElement(
  name: string,
  text: string | number | boolean | null | undefined,
  attributes: Attributes = {},
): string {
  if (text === null || text === undefined || text === "") return "";
  return element(name, attributes, escapeText(String(text)));
}

/** An element around others. */
export const group = (name: string, attributes: Attributes, content: string): string =>
  element(name, attributes, `\n${content}`);
