/** The living style page: every component, by day and by night. */
import { type Html, html } from "../../../platform/http/html.ts";
import {
  badge,
  breadcrumbs,
  buttonLink,
  card,
  choices,
  deck,
  dialog,
  emptyState,
  figure,
  opener,
  table,
  tabs,
  toast,
} from "./components.ts";
import { checkbox, choice, field, notice, submit, textArea } from "./views.ts";

export const styleView = (): Html => html`
<h1>Style</h1>
<p>What pages are made of. Both themes are on this page; each other page follows the reader’s system.</p>
${(["light", "dark"] as const).map(
  (theme) => html`
<div class="specimen" data-theme="${theme}">
<h2>${theme === "light" ? "By day" : "By night"}</h2>
${colours()}${type()}${components(theme)}
</div>`,
)}`;

const COLOURS = [
  ["paper", "Paper"],
  ["raised", "Raised"],
  ["sunk", "Sunk"],
  ["line", "Hairline"],
  ["soft", "Soft ink"],
  ["ink", "Ink"],
  ["accent", "Accent"],
  ["wash", "Wash"],
  ["signal", "Signal"],
] as const;

const colours = (): Html => html`
<ul class="swatches">${COLOURS.map(
  ([token, name]) => html`<li><span class="swatch ${token}"></span>${name}</li>`,
)}</ul>`;

const type = (): Html => html`
<p class="type-6">Long waves carry far</p>
<p class="type-5">Calmly, through walls and at night</p>
<p class="type-4">A heading of a section, and large figures: 42,907</p>
<p>Text is set in Figtree at seventeen pixels, in lines of sixty to seventy-five characters. <a href="/style">A link</a> is underlined, <mark>what a search found</mark> is marked, <code>code</code> is in the system’s own face.</p>
<p class="soft">Secondary text. Clocks and tables have figures of one width: 1:11:11, 2:08:04.</p>`;

const components = (theme: string): Html => html`
<h3>Buttons and badges</h3>
<p class="actions">${submit("Publish episode")}${submit("Preview episode", "quiet")}${submit("Delete episode", "danger")}${buttonLink("/style", "Open page", "quiet")}</p>
<p>${badge("Draft")} ${badge("Scheduled", "accent")} ${badge("On air", "signal")} ${badge("Published", "good")} ${badge("Failed", "bad")}</p>
<h3>Notices</h3>
${notice("Profile saved.", "good")}
${notice("This feed could not be read. Check its address.", "problem")}
${notice("Draft: only you and your collaborators can see this.", "plain")}
<h3>Fields</h3>
<form action="/style">
${field({ label: "Title", name: `${theme}-title`, value: "The night ferry", hint: "Up to 140 characters." })}
${field({ label: "Address of the feed", name: `${theme}-url`, type: "url", value: "htp:/feed", error: "must be an address" })}
${textArea({ label: "Notes", name: `${theme}-notes`, rows: 3, value: "What happens in this episode." })}
${choice({
  label: "Language",
  name: `${theme}-language`,
  options: [
    ["en", "English"],
    ["de", "German"],
  ],
})}
${checkbox({ name: `${theme}-explicit`, label: "Contains explicit language" })}
</form>
<h3>Ways</h3>
${breadcrumbs(`Way to this page, ${theme}`, [
  { href: "/style", name: "Shows" },
  { href: "/style", name: "Night Ferries" },
])}
${tabs(`Views, ${theme}`, [
  { href: "/style", name: "Episodes", current: true },
  { href: "/style", name: "Numbers" },
  { href: "/style", name: "Feed" },
])}
${choices(`Order, ${theme}`, [
  { href: "/style", name: "Newest first", current: true },
  { href: "/style", name: "Oldest first" },
])}
<h3>Cards</h3>
${deck([
  card(
    html`${figure("42,907", "downloads in 30 days")}<p>12 % more than in the 30 days before.</p>`,
  ),
  card(
    html`<h4>Connect a device</h4><p>Enter the code that it shows.</p><p class="actions">${buttonLink("/style", "Enter code", "quiet")}</p>`,
  ),
])}
<h3>Tables</h3>
${table(
  `Episodes at equal age, ${theme}`,
  [
    { name: "Episode" },
    { name: "Length", number: true },
    { name: "24 hours", number: true },
    { name: "7 days", number: true },
  ],
  [
    ["The night ferry to Trieste", "1:02:36", "1,204", "3,911"],
    ["What the radio said", "48:05", "987", "2,750"],
    ["Storm warning", "31:40", "1,118", "2,902"],
  ],
)}
<h3>Dialogs</h3>
<p class="actions">${opener(`${theme}-dialog`, "Open dialog", "quiet")}${opener(`${theme}-sheet`, "Open sheet", "quiet")}</p>
${dialog({ id: `${theme}-dialog`, title: "Revoke this token?", close: "Keep token", body: html`<p>Programs that use it stop working at once.</p>`, actions: html`<button class="danger">Revoke token</button>` })}
${dialog({ id: `${theme}-sheet`, kind: "sheet", title: "Follow Night Ferries", close: "Close", body: html`<p>New episodes arrive in your app by themselves.</p>` })}
<div class="still">${toast("Link copied")}</div>
${emptyState({ title: "No episodes yet", text: "Episodes of this show appear here. Upload the first one.", actions: buttonLink("/style", "New episode") })}`;
