/** HTML of the changes that would help a line item. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { percentOf } from "../adboard/reasons.ts";
import { plural } from "../frame/plurals.ts";
import { changeText, proposalId } from "./changetexts.ts";
import { changeHref, pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import type { Proposal, Proposals } from "./proposing.ts";
import { capital } from "./sentence.ts";

export function proposalsView(page: Page): Html {
  const { words, row, proposals } = page;
  const simulate = html`<p>${buttonLink(`${pathOf(row)}?simulate=1#help`, words.do_propose, "quiet")}</p>`;
  return html`<section class="ad-why" aria-labelledby="help"><h2 id="help">${words.proposals}</h2>
<p class="soft">${words.proposals_lead}</p>
${proposals === null ? simulate : proposalList(page, proposals)}</section>`;
}

function proposalList(page: Page, { present, proposals }: Proposals): Html {
  const { words, row } = page;
  const n = (value: number) => value.toLocaleString(words.locale);
  const figureOf = (total: number, share: number) => ({
    n: n(total),
    percent: percentOf(share, words),
  });
  const isReached = present.share >= 1;
  const now = isReached
    ? figureOf(row.goal_impressions ?? 0, 1)
    : figureOf(present.total, present.share);
  return html`<p>${fill(words.as_is, now)} <span class="soft">${plural(words, words.from_samples, present.samples_count)}</span></p>
${proposals.length === 0 && !isReached && html`<p>${words.no_help}</p>`}
<ul class="ad-proposals">${proposals.map((one) => proposalView(page, one, figureOf(one.total, one.share)))}</ul>`;
}

/** Beyond these, line items lose little. */
const SHOWN_DISPLACED = 3;

function proposalView(
  { words, board, row }: Page,
  one: Proposal,
  figures: Readonly<{ n: string; percent: string }>,
): Html {
  const change = changeText(one, row, words, board);
  const lost = one.displaced
    .slice(0, SHOWN_DISPLACED)
    .map(({ name, impressions }) => `${name} (${impressions.toLocaleString(words.locale)})`);
  return html`<li id="${proposalId(one)}">${fill(words.brings, { change: capital(change, words), ...figures })} <a href="${changeHref(row, "change", one)}" aria-label="${words.compare}: ${change}">${words.compare}</a>${
    lost.length > 0 && html`<br><span class="soft">${words.displaces}: ${lost.join(", ")}</span>`
  }</li>`;
}
