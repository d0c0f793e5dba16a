/** The overview: how to start, what all operations have in common, and where they are described. */
import { type Html, html } from "../../../platform/http/html.ts";
import { type Subject, subjectsOf } from "./document.ts";
import { ALL_OPERATIONS, chapterUrl, guideUrl } from "./rules.ts";
import type { Api } from "./schema.ts";
import { codeBlock, inline } from "./text.ts";

type Content = Readonly<{
  api: Api;
  guides: readonly Readonly<{ name: string; title: string }>[];
}>;

export const overviewPage = ({ api, guides }: Content, baseUrl: string): Html => html`
<h1>${api.title}</h1>
<div class="lead"><p>${inline(api.about.split("\n\n")[0] ?? "")}</p></div>
<dl class="key">
<div><dt>Address</dt><dd><code>${baseUrl}</code></dd></div>
<div><dt>Version</dt><dd>${api.version}</dd></div>
<div><dt>OpenAPI 3.1</dt><dd><a href="/openapi.json">openapi.json</a></dd></div>
</dl>
${start(baseUrl)}
${conventions(baseUrl)}
<h2 id="guides">Guides</h2>
<ul class="index">${guides.map(({ name, title }) => html`<li><a href="${guideUrl(name)}">${title}</a></li>`)}</ul>
<h2 id="operations">Operations</h2>
<p><a href="${ALL_OPERATIONS}">All operations and records on one page</a></p>
<dl class="subjects">${subjectsOf(api.chapters).map(subjectEntry)}</dl>`;

const start = (baseUrl: string): Html => html`
<h2 id="start">Start</h2>
<ol class="steps">
<li><p>Create a token under <a href="/settings/tokens">Settings → Access tokens</a>. Public data needs no token.</p></li>
<li><p>Ask who you are.</p>
<div class="tabbed"><details name="start" data-language="curl" open><summary>curl</summary>${codeBlock(
  `TOKEN=…\ncurl "${baseUrl}/v2/me" \\\n  -H "Authorization: Bearer $TOKEN"`,
)}</details><details name="start" data-language="TypeScript"><summary>TypeScript</summary>${codeBlock(
  `const token = "…";\nconst answer = await fetch("${baseUrl}/v2/me", {\n  headers: { Authorization: \`Bearer \${token}\` },\n});\nconst { response } = await answer.json();\nconsole.log(response.user.username);`,
)}</details></div></li>
<li><p>Generate a typed client from <a href="/openapi.json">openapi.json</a>, or follow <a href="${guideUrl("write-a-client")}">Write a client in ten minutes</a> to sign users in with OAuth 2.</p></li>
</ol>`;

const http = guideUrl("http");

const conventions = (baseUrl: string): Html => html`
<h2 id="conventions">What all operations have in common</h2>
<div class="topics">
<section><h3>Authentication</h3>
<p>Send a token as <code>Authorization: Bearer …</code>. <code>basic</code> covers everything its user may do; the scopes <code>read</code>, <code>publish</code>, <code>statistics</code> and <code>advertising</code> are narrower. Apps get tokens by <a href="${chapterUrl("oauth-2")}">OAuth 2</a>. <a href="${http}#authentication">More</a></p></section>
<section><h3>Requests</h3>
<p>Send parameters as multipart/form-data, urlencoded, as JSON, or in the query. Use multipart for files. A parameter you do not send stays unchanged; an empty string clears it. <a href="${http}#sending-parameters">More</a></p></section>
<section><h3>Responses</h3>
<p>Every JSON answer under <code>/v2</code> is an object with one key, <code>response</code>. Times are in UTC. New fields may be added at any time: ignore those you do not know. <a href="${http}#responses">More</a></p></section>
<section><h3>Errors</h3>
<p>An error has a stable <code>type</code>, <code>messages</code> for people, <code>fields</code> for wrong parameters, and the <code>request_id</code> to quote when you report a problem. <a href="/docs/errors">All errors</a></p></section>
<section><h3>Paging</h3>
<p>Lists have <code>items</code> and <code>next_url</code>. Follow <code>next_url</code> unchanged until it is <code>null</code>; <code>limit</code> is 1 to 100. <a href="${http}#lists">More</a></p>
${codeBlock(`let url: string | null = "${baseUrl}/v2/shows/1/episodes";
while (url !== null) {
  const { response } = await (await fetch(url)).json();
  for (const episode of response.items) console.log(episode.title);
  url = response.next_url;
}`)}</section>
<section><h3>Idempotency</h3>
<p>Send an <code>Idempotency-Key</code> with a POST to make retries safe: the same key within 24 hours returns the first answer and does nothing else. <a href="${http}#idempotent-requests">More</a></p></section>
<section><h3>Caching and editing</h3>
<p>Send an answer's <code>ETag</code> as <code>If-None-Match</code> to get 304 if nothing has changed, or as <code>If-Match</code> with a write to get 412 if somebody else has changed the record. <a href="${http}#caching-and-editing-safely">More</a></p></section>
<section><h3>Rate limits</h3>
<p>Requests are counted per minute. <code>RateLimit-Remaining</code> says how many are left; beyond the limit you get 429 with <code>Retry-After</code>. <a href="/docs/limits#requests-per-minute">All limits</a></p></section>
</div>`;

const subjectEntry = ({ name, slug, about }: Subject): Html => html`
<div><dt><a href="${chapterUrl(slug)}">${name}</a></dt><dd>${about}</dd></div>`;
