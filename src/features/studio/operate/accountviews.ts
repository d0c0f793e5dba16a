/** The columns of the list of accounts, and the HTML of one account; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { wireTime } from "../../../platform/text/time.ts";
import type { AccountRow } from "../../people/administration/store.ts";
import { badge } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice, submit, textArea } from "../../web/layout/views.ts";
import type { Column } from "../tables/columns.ts";
import { actForm, bytesText, momentView, NONE } from "./texts.ts";
import type { Words } from "./words.ts";

const states = (row: AccountRow, words: Words): Html =>
  html`${row.suspended_at !== null && badge(words.suspended, "bad")} ${row.is_admin && badge(words.admin, "accent")} ${row.verified && badge(words.verified, "good")}`;

/** `3.4 GB of 10 GB`, or only the first part without a limit. */
const storageText = ({ storage_used_bytes, storage_limit_bytes }: AccountRow, words: Words) =>
  storage_limit_bytes === null
    ? bytesText(storage_used_bytes, words)
    : fill(words.of_limit, {
        used: bytesText(storage_used_bytes, words),
        limit: bytesText(storage_limit_bytes, words),
      });

export const accountColumns = (words: Words, timezone: string): Column<AccountRow>[] => [
  {
    key: "name",
    name: words.name,
    sortable: true,
    cell: ({ user_id, username, fullname }) =>
      html`<div class="who"><a href="/studio/operate/accounts/${user_id}">${fullname || username}</a><span class="soft">@${username}</span></div>`,
    value: ({ username }) => username,
  },
  {
    key: "email",
    name: words.email,
    sortable: true,
    cell: ({ email }) => email,
    value: ({ email }) => email,
  },
  {
    key: "state",
    name: words.state,
    cell: (row) => states(row, words),
    value: ({ suspended_at, is_admin, verified }) =>
      [suspended_at !== null && "suspended", is_admin && "admin", verified && "verified"]
        .filter((one) => one !== false)
        .join(" "),
  },
  {
    key: "shows",
    name: words.shows,
    number: true,
    sortable: true,
    cell: ({ shows_count }) => shows_count.toLocaleString(words.locale),
    value: ({ shows_count }) => shows_count,
  },
  {
    key: "storage",
    name: words.storage,
    number: true,
    sortable: true,
    cell: (row) => storageText(row, words),
    value: ({ storage_used_bytes }) => storage_used_bytes,
  },
  {
    key: "newest",
    name: words.since,
    sortable: true,
    cell: ({ created_at }) => momentView(created_at, timezone, words),
    value: ({ created_at }) => wireTime(created_at),
  },
  {
    key: "plan",
    name: words.plan,
    isExtra: true,
    cell: ({ plan }) => plan,
    value: ({ plan }) => plan,
  },
  {
    key: "reason",
    name: words.reason,
    isExtra: true,
    cell: ({ suspension_reason }) => suspension_reason ?? NONE,
    value: ({ suspension_reason }) => suspension_reason,
  },
];

type Account = Readonly<{
  words: Words;
  row: AccountRow;
  csrf: string;
  path: string;
  timezone: string;
  /** Whether it is the account of the person who looks at it. */
  isSelf: boolean;
  refusal: Refusal;
}>;

export function accountView({ words, row, csrf, path, timezone, isSelf, refusal }: Account): Html {
  const facts: [string, Html | string][] = [
    [words.state, html`${states(row, words)}`],
    [words.since, momentView(row.created_at, timezone, words)],
    [words.shows, row.shows_count.toLocaleString(words.locale)],
    [words.storage, storageText(row, words)],
    [words.plan, row.plan],
  ];
  return html`
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<section class="topic"><h2>${words.verification}</h2><div><p>${words.verification_lead}</p>
${form(
  `${path}/verify`,
  csrf,
  html`${!row.verified && html`<input type="hidden" name="verified" value="1">`}${submit(row.verified ? words.unverify : words.verify, "quiet")}`,
)}</div></section>
<section class="topic"><h2>${words.suspension}</h2><div>${suspensionView()}</div></section>`;

  function suspensionView(): Html {
    if (isSelf) return html`<p>${words.not_yourself}</p>`;
    const ended =
      row.suspended_at !== null &&
      html`<p>${words.suspended_since} ${momentView(row.suspended_at, timezone, words)}</p>
<blockquote>${row.suspension_reason}</blockquote>${actForm(`${path}/lift`, csrf, words.lift)}`;
    if (ended !== false) return ended;
    return html`${notice(refusal.message, "problem")}<p>${words.suspension_lead}</p>
${form(
  path,
  csrf,
  html`${textArea({
    label: words.reason,
    hint: words.reason_hint,
    name: "reason",
    rows: 3,
    maxlength: 1000,
    value: refusal.given.reason ?? "",
    error: refusal.fields.reason,
  })}${submit(words.suspend, "danger")}`,
)}`;
  }
}
