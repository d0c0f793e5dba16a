/** A field to copy from; its button appears with scripts. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";

type CopySpec = Readonly<{
  id: string;
  label: string;
  value: string;
  copy: string;
  copied: string;
}>;

export const copyField = ({ id, label, value, copy, copied }: CopySpec): Html => html`
<p class="address"><label class="hidden" for="${id}">${label}</label>
<input id="${id}" readonly value="${value}"><button type="button" class="quiet" data-copy="${id}" data-copied="${copied}" hidden>${copy}</button></p>`;
