/** HTML of the check of a feed: each point, how to mend it, and where; pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import type { Finding } from "../../../distribution/feeds/schema.ts";
import { badge } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { plural } from "../../frame/plurals.ts";
import type { Words as DetailsWords } from "../details/words.ts";
import { showPath } from "../showlayout.ts";
import type { Words } from "./words.ts";

export type Check = Readonly<{
  passed: boolean;
  items_count: number;
  findings: readonly Finding[];
  /** The episodes that the findings name, by GUID. */
  episodes: ReadonlyMap<string, Readonly<{ episode_id: number; title: string }>>;
}>;

type Shown = Readonly<{ words: Words; details: DetailsWords; show_id: number }>;

/** Where to mend a rule that concerns the whole show: path below the show's, and what is there. */
function mendOf(rule: string, { words, details }: Shown): [string, string] | undefined {
  const { fields } = details;
  const places: Readonly<Record<string, [string, string]>> = {
    description: ["#description", fields.description],
    "description-length": ["#description", fields.description],
    category: ["#category_id", fields.category_id],
    "category-name": ["#category_id", fields.category_id],
    language: ["#language", fields.language],
    author: ["#author_name", fields.author_name],
    title: ["#title", fields.title],
    "serial-numbers": ["#itunes_type", fields.itunes_type],
    image: ["/cover", words.cover],
    "image-type": ["/cover", words.cover],
    items: ["/episodes/new", words.new_episode],
  };
  return places[rule];
}

export function checkView(shown: Shown, check: Check): Html {
  const { words } = shown;
  const faults = check.findings.filter(({ level }) => level === "must").length;
  const verdict =
    faults > 0
      ? plural(words, words.failed, faults)
      : check.findings.length > 0
        ? words.passed
        : words.perfect;
  const n = check.items_count.toLocaleString(words.locale);
  return html`
<p class="verdict" role="status">${verdict}</p>
<p class="soft">${fill(words.check_lead, { n })}</p>
<ul class="points">${check.findings.map((finding) => findingView(shown, check, finding))}</ul>`;
}

function findingView(shown: Shown, { episodes }: Check, finding: Finding): Html {
  const { words, show_id } = shown;
  const { rule, level, source, message, items, items_count } = finding;
  const text = (words.rules as Readonly<Record<string, string>>)[rule];
  const [path = "", name] = mendOf(rule, shown) ?? [];
  const rest = items_count - items.length;
  return html`
<li>${badge(words[level], level === "must" ? "bad" : "plain")} <span class="soft">${source}</span>
${text === undefined ? html`<p lang="en">${message}</p>` : html`<p>${text}</p>`}
${name !== undefined && html`<p><a href="${showPath(show_id, path)}">${fill(words.mend, { field: name })}</a></p>`}
${
  items.length > 0 &&
  html`<p class="soft">${plural(words, words.episodes, items_count)} ${items.map((guid, at) => {
    const found = episodes.get(guid);
    const link =
      found === undefined
        ? guid
        : html`<a href="/studio/episodes/${found.episode_id}">${found.title}</a>`;
    return html`${at > 0 && ", "}${link}`;
  })}${rest > 0 && html` ${fill(words.and_more, { n: rest.toLocaleString(words.locale) })}`}</p>`
}</li>`;
}
