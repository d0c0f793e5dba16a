/** HTML of organizations; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { ROLES, type Role } from "../../people/organizations/rules.ts";
import type { ListedOrganization } from "../../people/organizations/store.ts";
import { badge, emptyState, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import type { NetworkRow } from "./store.ts";
import type { Words } from "./words.ts";

export function organizationsView(words: Words, rows: readonly ListedOrganization[]): Html {
  if (rows.length === 0)
    return emptyState({ title: words.no_organizations_title, text: words.no_organizations });
  return table(
    words.organizations,
    [
      { name: words.name },
      { name: words.role },
      { name: words.members, number: true },
      { name: words.shows, number: true },
    ],
    rows.map(({ organization_id, name, role, members_count, shows_count }) => [
      html`<a href="/studio/organizations/${organization_id}">${name}</a>`,
      role === null ? html`<span class="soft">–</span>` : words[role as Role],
      members_count.toLocaleString(words.locale),
      shows_count.toLocaleString(words.locale),
    ]),
  );
}

type Person = Readonly<{ user_id: number; username: string; fullname: string }>;

type Organization = Readonly<{
  words: Words;
  csrf: string;
  path: string;
  /** The person who looks at the page. */
  user_id: number;
  /** Whether they may change members. */
  mayChange: boolean;
  members: readonly (Person & Readonly<{ role: string }>)[];
  networks: readonly NetworkRow[];
  shows: readonly Readonly<{ show_id: number; title: string; visibility?: string }>[];
  /** All shows, of which `shows` are the newest. */
  shows_count: number;
  refusal: Refusal;
}>;

const nameOf = ({ fullname, username }: Person): string => fullname || username;

export function organizationView(page: Organization): Html {
  const { words, members, networks, shows, shows_count, mayChange, refusal } = page;
  return html`
${notice(refusal.message, "problem")}
<section class="topic" aria-labelledby="members-title"><h2 id="members-title">${words.members}</h2><div>
<ul class="crew">${members.map((one) => memberView(page, one))}</ul>
${mayChange && addView(page)}
</div></section>
<section class="topic" aria-labelledby="networks-title"><h2 id="networks-title">${words.networks}</h2><div>
<p class="soft">${words.networks_lead}</p>
${networks.length === 0 ? html`<p>${words.no_networks}</p>` : networksView(page)}
</div></section>
<section class="topic" aria-labelledby="shows-title"><h2 id="shows-title">${words.shows}</h2><div>
<p class="soft">${plural(words, words.n_shows, shows_count)}</p>
<ul class="plain-list">${shows.map(({ show_id, title }) => html`<li><a href="/show/${show_id}">${title}</a></li>`)}</ul>
</div></section>`;
}

function memberView(
  { words, csrf, path, user_id, mayChange }: Organization,
  one: Organization["members"][number],
): Html {
  const isSelf = one.user_id === user_id;
  const role = words[one.role as Role];
  const name = nameOf(one);
  return html`
<li><span class="cover none"></span>
<div><p><strong>${name}</strong> <span class="soft">@${one.username}</span>${isSelf && html` ${badge(words.you, "accent")}`}</p>
<p class="soft">${role}: ${words[`${one.role as Role}_may`]}</p></div>
<div class="acts">${
    mayChange &&
    html`<details><summary aria-label="${words.change_role}: ${name}">${words.change_role}</summary><div>${form(
      path,
      csrf,
      html`<input type="hidden" name="username" value="${one.username}">${roleField(words, `role-${one.user_id}`, one.role)}${submit(words.save, "quiet")}`,
    )}</div></details>`
  }${
    (mayChange || isSelf) &&
    html`<details><summary aria-label="${isSelf ? words.leave : words.remove}: ${name}">${isSelf ? words.leave : words.remove}</summary><div><p>${isSelf ? words.leave_sure : words.remove_sure}</p>${form(`${path}/members/${one.user_id}/remove`, csrf, submit(isSelf ? words.leave : words.remove_act, "danger"))}</div></details>`
  }</div></li>`;
}

const roleField = (words: Words, id: string, value: string): Html =>
  choice({
    label: words.role,
    name: "role",
    id,
    value,
    options: ROLES.map((role) => [role, words[role]] as const),
  });

const addView = ({ words, csrf, path, refusal }: Organization): Html => html`
<h3>${words.add_member}</h3>
${form(
  path,
  csrf,
  html`${field({ label: words.username, name: "username", value: refusal.given.username ?? "", error: refusal.fields.username, maxlength: 200, autocapitalize: "none" })}
${roleField(words, "role", refusal.given.role ?? "editor")}
${submit(words.add_member)}`,
)}`;

/** Storage is for those who run the organization. */
const networksView = ({ words, networks, mayChange }: Organization): Html =>
  table(
    words.networks,
    [
      { name: words.person },
      { name: words.shows, number: true },
      ...(mayChange ? [{ name: words.storage, number: true }] : []),
    ],
    networks.map((one) => [
      html`<a href="/user/${one.user_id}">${nameOf(one)}</a>`,
      one.shows_count.toLocaleString(words.locale),
      ...(mayChange ? [storageText(one, words)] : []),
    ]),
  );

function storageText(
  { storage_used_bytes, storage_limit_bytes }: NetworkRow,
  words: Words,
): string {
  const used = gigabytes(storage_used_bytes, words);
  if (storage_limit_bytes === null) return used;
  return fill(words.of_limit, { used, limit: gigabytes(storage_limit_bytes, words) });
}

const gigabytes = (bytes: number, { locale }: Words): string =>
  new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "gigabyte",
    maximumFractionDigits: 2,
  }).format(bytes / 1e9);
