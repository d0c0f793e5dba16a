/** Builds HTML with tagged templates that escape all interpolated values except `Html`. */

/** Safe HTML. Made by `html`; use `trusted` only for sanitised text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values allowed between `${` and `}`. null, undefined and false render nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/**
 * A fragment of a page. Interpolations are safe only between tags and inside quoted attributes; the scheme of an
 * address in `href` or `src` must have been checked when it was accepted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

/** Markup from a sanitiser, or written in this code base. */
export const trusted = (text: string): Html => new Html(text);

/**
 * A data block, which a policy without inline scripts allows because it is never executed. `type` must be a constant.
 * Escaped so that no text in it can end the element.
 */
export const dataBlock = (type: string, value: unknown, id?: string): Html =>
  new Html(
    `<script type="${type}"${id === undefined ? "" : ` id="${id}"`}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`,
  );

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
