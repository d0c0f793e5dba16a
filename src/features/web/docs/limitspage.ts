/** The limits of this server, with their current values. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Limit, LimitGroup } from "../../../platform/limits.ts";
import { inline } from "./text.ts";

export const limitsPage = (groups: readonly LimitGroup[]): Html => html`
<h1>Limits</h1>
<div class="lead"><p>Every request, record and user has a budget, so that nobody can make the server unavailable to others. These are the values of this server.</p></div>
<p>If a request is rejected because of a limit, the message says so, and the <code>Longwave-Limit</code> header names the limit. The maximum length of each text and list is beside its parameter.</p>
${groups.map(group)}`;

const group = ({ title, limits }: LimitGroup): Html => html`
<section class="record">
<h2>${title}</h2>
<dl class="fields">${limits.map(limit)}</dl>
</section>`;

const limit = ({ name, value, unit, bounds, beyond, setting }: Limit): Html => html`
<div id="${name}"><dt><code>${name}</code></dt>
<dd><b>${Number.isFinite(value) ? `${value.toLocaleString("en")} ${unit}` : "unlimited"}</b>${
  setting !== undefined && html` <code class="soft">${setting}</code>`
}
<p>${inline(bounds)}</p><p><b>Beyond it</b> ${inline(beyond)}</p></dd></div>`;
