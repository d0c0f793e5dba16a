/** HTML as tagged templates: whatever is interpolated is escaped, unless it is `Html` already. */

/** Text that is safe to send as HTML. Made by `html`; `trusted` is for sanitised text only. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand between `${` and `}`. Nothing is rendered for null, undefined and false. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/**
 * A piece of a page. Interpolations are safe between tags and inside quoted attributes, nowhere
 * else; an address in `href` or `src` must have had its scheme checked where it was accepted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

/** Markup that a sanitiser has passed, or that we wrote ourselves. */
export const trusted = (text: string): Html => new Html(text);

/**
 * A data block, which a policy without inline scripts allows: nothing of it runs. `type` is ours.
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
