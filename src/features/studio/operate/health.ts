/** The page that says how the installation is, and how to mend what is wrong. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { readHealth } from "../../operations/health/actions.ts";
import type { Health } from "../../operations/health/schema.ts";
import { badge, buttonLink, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { plural } from "../frame/plurals.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { operateWords, type Words } from "./words.ts";

export const operatePages = [
  page({
    method: "GET",
    path: "/studio/operate",
    summary: "Show the health of the server to admins",
    access: "signed-in",
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = operateWords(call.locale);
      const health = await readHealth(deps, adminOf(call));
      return operateLayout(call, deps, {
        title: words.health,
        subtitle: `Longwave ${health.version} · Node ${health.node}`,
        actions: buttonLink("/studio/operate", words.check_again, "quiet"),
        body: healthView(words, health),
      });
    },
  }),
];

function healthView(words: Words, { checks, queues, last_errors }: Health): Html {
  const bad = checks.filter(({ good }) => !good).length;
  return html`
<p class="lead">${bad === 0 ? words.all_well : plural(words, words.n_wrong, bad)}</p>
<ul class="checks">${checks
    .toSorted((a, b) => Number(a.good) - Number(b.good))
    .map((one) => checkView(words, one))}</ul>
${table(
  words.queues,
  [
    { name: words.kind },
    { name: words.waiting, number: true },
    { name: words.running, number: true },
    { name: words.oldest, number: true },
  ],
  queues.map(({ kind, waiting, running, oldest_seconds }) => [
    words[`kind_${kind}` as "kind_mail"] ?? kind,
    waiting.toLocaleString(words.locale),
    running.toLocaleString(words.locale),
    fill(words.seconds, { n: oldest_seconds.toLocaleString(words.locale) }),
  ]),
)}
<p><a href="/studio/operate/jobs">${words.all_jobs}</a></p>
<h2>${words.errors}</h2>
${
  last_errors.length === 0
    ? html`<p class="soft">${words.no_errors}</p>`
    : html`<ul class="errors">${last_errors.map(({ at, message }) => html`<li><time datetime="${at}">${at}</time> <span lang="en">${message}</span></li>`)}</ul>`
}`;
}

const checkView = (
  words: Words,
  { check, good, says, mend }: Health["checks"][number],
): Html => html`
<li><p>${good ? badge(words.good, "good") : badge(words.wrong, "bad")} <strong>${words[`check_${check}`]}</strong></p>
<p class="soft" lang="en">${says}</p>${mend !== null && html`<p><strong>${words.mend}</strong> <span lang="en">${codeIn(mend)}</span></p>`}</li>`;

/** A text whose parts between backticks are code. */
const codeIn = (text: string): Html =>
  html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
