/** Writes well-formed XML 1.0 from any text, without adding white space to texts. */

/** Attribute values; null and undefined omit the attribute. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Characters that XML 1.0 forbids (§2.2), except lone surrogates. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const allowed = (text: string): string => text.toWellFormed().replace(FORBIDDEN, "");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would read these as spaces in attributes, and a CR as an LF everywhere (§2.11, §3.3.3).
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Characters that need escaping or removal; most texts contain none. */
const DELICATE = /[&<>"\0-\x1f\ud800-\udfff\ufffe\uffff]/;

/** Escapes `text` as the content of an element. */
const escapeText = (text: string): string =>
  DELICATE.test(text)
    ? allowed(text).replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? "")
    : text;

const escapeValue = (text: string): string =>
  DELICATE.test(text)
    ? allowed(text).replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? "")
    : text;

/** `html` as a CDATA section, which readers without a parser expect around markup. */
export const cdata = (html: string): string =>
  `<![CDATA[${allowed(html).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

/** An element on a line of its own; `content` is XML already, and null makes an empty element. */
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

/** An element around a text; nothing if there is no text. */
export function textElement(
  name: string,
  text: string | number | boolean | null | undefined,
  attributes: Attributes = {},
): string {
  if (text === null || text === undefined || text === "") return "";
  return element(name, attributes, escapeText(String(text)));
}

/** An element around other elements. */
export const group = (name: string, attributes: Attributes, content: string): string =>
  element(name, attributes, `\n${content}`);
