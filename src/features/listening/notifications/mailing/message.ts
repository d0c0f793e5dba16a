/** Writes the mails about new episodes: a list, show by show, with links and the ways to end them. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { AGREE, END, MAIL_SETTINGS, ONE_CLICK } from "./pageviews.ts";
import type { Waiting } from "./queue/store.ts";
import { EPISODES_IN_MAIL } from "./rules.ts";
import type { MailWords } from "./words.ts";

export type Composed = Readonly<{
  words: MailWords;
  site: string;
  publicUrl: string;
  /** The code that ends the mails. */
  code: string;
  episodes: readonly Waiting[];
}>;

/** Shows that a subject names. */
const NAMED = 3;

function subjectOf({ words, episodes }: Composed): string {
  const [first] = episodes;
  if (first !== undefined && episodes.length === 1) return `${first.show_title}: ${first.title}`;
  const shows = [...new Set(episodes.map(({ show_title }) => show_title))];
  const named = shows.slice(0, NAMED).join(", ");
  return fill(words.subject_many, { shows: shows.length > NAMED ? `${named} …` : named });
}

function moreText({ words, episodes }: Composed): string {
  const n = episodes.length - EPISODES_IN_MAIL.value;
  if (n <= 0) return "";
  const form = new Intl.PluralRules(words.lang).select(n) === "one" ? "one" : "other";
  return fill(words.more[form], { n: n.toLocaleString(words.locale) });
}

/** All of a mail but its sender and its recipient. */
export function composeMail(mail: Composed) {
  const { publicUrl, code } = mail;
  const query = new URLSearchParams({ code });
  const links = {
    end: `${publicUrl}${END}?${query}`,
    settings: `${publicUrl}${MAIL_SETTINGS}`,
  };
  return {
    subject: subjectOf(mail),
    text: textOf(mail, links),
    html: htmlOf(mail, links).text,
    headers: {
      "auto-submitted": "auto-generated",
      "list-unsubscribe": `<${publicUrl}${ONE_CLICK}?${query}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}

type Links = Readonly<{ end: string; settings: string }>;

const shownOf = ({ episodes }: Composed) => episodes.slice(0, EPISODES_IN_MAIL.value);

const urlOf = ({ publicUrl }: Composed, { episode_id }: Waiting): string =>
  `${publicUrl}/episode/${episode_id}`;

function textOf(mail: Composed, links: Links): string {
  const { words, site } = mail;
  const list = shownOf(mail).map((episode) =>
    [`${episode.show_title}: ${episode.title}`, urlOf(mail, episode)].join("\n"),
  );
  return [
    words.lead,
    ...list,
    moreText(mail),
    `-- \n${fill(words.why, { site })}`,
    `${words.end}: ${links.end}\n${words.to_settings}: ${links.settings}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function htmlOf(mail: Composed, links: Links): Html {
  const { words, site } = mail;
  const more = moreText(mail);
  return html`<!doctype html><html lang="${words.lang}"><head><meta charset="utf-8"><title>${subjectOf(mail)}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:640px">
<p>${words.lead}</p>
<ul>${shownOf(mail).map((episode) => html`<li dir="auto">${episode.show_title}: <a href="${urlOf(mail, episode)}">${episode.title}</a></li>`)}</ul>
${more !== "" && html`<p>${more}</p>`}
<hr><p style="font-size:13px">${fill(words.why, { site })} <a href="${links.end}">${words.end}</a> · <a href="${links.settings}">${words.to_settings}</a></p>
</body></html>`;
}

type Question = Readonly<{
  words: MailWords;
  site: string;
  publicUrl: string;
  username: string;
  code: string;
}>;

/** The mail whose link agrees to all others. */
export const composeQuestion = ({ words, site, publicUrl, username, code }: Question) => ({
  subject: words.ask_subject,
  text: `${fill(words.ask_lead, { username, site })}\n\n${publicUrl}${AGREE}?code=${code}\n\n${words.ask_end}\n`,
  headers: { "auto-submitted": "auto-generated" },
});
