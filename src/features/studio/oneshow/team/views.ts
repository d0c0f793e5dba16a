/** HTML of a show's team; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { type OwnShow, showPath } from "../showlayout.ts";
import type { TeamRole } from "./schema.ts";
import type { Words } from "./words.ts";

type Person = Readonly<{
  user_id: number;
  username: string;
  fullname: string;
  image_url: string | null;
}>;

type Member = Person & Readonly<{ role: TeamRole }>;

type Organization = Readonly<{
  name: string;
  /** The role of the person who looks at the page; null if they are no member. */
  own: string | null;
  roles: readonly Readonly<{ role: string; count: number }>[];
}>;

export type TeamPage = Readonly<{
  csrf: string;
  words: Words;
  own: OwnShow;
  /** The person who looks at the page. */
  user_id: number;
  author: Person;
  team: Readonly<{
    people: readonly Member[];
    organizations: readonly Organization[];
  }> | null;
}>;

const nameOf = ({ fullname, username }: Person): string => fullname || username;

const portrait = ({ image_url }: Person): Html =>
  image_url === null
    ? html`<span class="cover none"></span>`
    : html`<img src="${image_url}" alt="" width="40" height="40" loading="lazy">`;

const person = (one: Person, isSelf: boolean, words: Words, role: string, acts: Html): Html => html`
<li>${portrait(one)}
<div><p><strong>${nameOf(one)}</strong> <span class="soft">@${one.username}${isSelf && html` (${words.you})`}</span></p><p class="soft">${role}</p></div>
<div class="acts">${acts}</div></li>`;

export function teamView(page: TeamPage, refusal: Refusal): Html {
  const { words, own, user_id, author, team } = page;
  const ownRole =
    own.role === "admin" ? words.admin : words.roles[own.role === "network" ? "all" : "show"];
  return html`
${notice(refusal.message, "problem")}
<section class="topic" aria-labelledby="people-title"><h2 id="people-title">${words.people}</h2><div>
<ul class="crew">${person(author, author.user_id === user_id, words, words.roles.owner, html``)}
${team?.people.map((one) =>
  person(one, one.user_id === user_id, words, words.roles[one.role], actsOf(page, one)),
)}</ul>
${team?.people.length === 0 && html`<p class="soft">${words.nobody}</p>`}
${team === null && html`<h3>${words.your_role}</h3><p>${ownRole}</p><p class="soft">${words.only_author}</p>`}
</div></section>
${team !== null && addView(page, refusal)}
${
  team !== null &&
  team.organizations.length > 0 &&
  html`<section class="topic" aria-labelledby="organizations-title"><h2 id="organizations-title">${words.organizations}</h2>
<div><p>${words.organizations_lead}</p>${team.organizations.map((one) => organizationView(one, words))}</div></section>`
}`;
}

/** Its members by role, with what the role may do for the show. */
function organizationView({ name, own, roles }: Organization, words: Words): Html {
  const present = MEMBER_ROLES.flatMap((role) =>
    roles.filter((one) => one.role === role).map(({ count }) => ({ role, count })),
  );
  return html`<h3>${name}</h3>
<ul class="plain-list">${present.map(
    ({ role, count }) => html`
<li><strong>${count.toLocaleString(words.locale)} × ${words.member_roles[role]}</strong>${own === role && html` (${words.you})`}<span class="soft">: ${words.member_rights[role]}</span></li>`,
  )}</ul>`;
}

const MEMBER_ROLES = ["admin", "ad_manager", "analyst", "editor"] as const;

function actsOf({ csrf, words, own }: TeamPage, one: Member): Html {
  const path = showPath(own.show.show_id, `/team/${one.user_id}`);
  const other: TeamRole = one.role === "show" ? "all" : "show";
  const name = nameOf(one);
  return html`
${form(
  `${path}/role`,
  csrf,
  html`<input type="hidden" name="role" value="${other}">${submit(other === "all" ? words.to_all : words.to_show, "quiet")}`,
)}
<details><summary aria-label="${fill(words.remove_of, { name })}">${words.remove}</summary><div><p>${fill(words.remove_sure, { name })}</p>
${form(`${path}/remove`, csrf, submit(fill(words.remove_of, { name }), "danger"))}</div></details>`;
}

const addView = ({ csrf, words, own }: TeamPage, { given, fields }: Refusal): Html => html`
<section class="topic" aria-labelledby="add-title"><h2 id="add-title">${words.add}</h2><div>
<p class="soft">${words.add_lead}</p>
${form(
  showPath(own.show.show_id, "/team"),
  csrf,
  html`${field({ label: words.username, name: "username", value: given.username, error: fields.username, required: true, autocomplete: "off", autocapitalize: "none" })}
${choice({
  label: words.role,
  name: "role",
  value: given.role ?? "show",
  error: fields.role,
  options: [
    ["show", words.this_show],
    ["all", words.all_shows],
  ],
})}
${submit(words.add_act)}`,
)}</div></section>`;
