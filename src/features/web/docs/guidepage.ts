/** The page of a guide. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Guide } from "./guides.ts";

export const guidePage = ({ body }: Guide): Html => html`<div class="guide">${body}</div>`;
