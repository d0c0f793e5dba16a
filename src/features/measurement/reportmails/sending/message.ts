/** Writes the mail with a report: a sentence, the first rows, links, and the CSV unless it is too large. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import type { Report } from "../../campaignreports/actions.ts";
import { ATTACHED_BYTES } from "../rules.ts";
import type { Words } from "../words.ts";
import { counted, daysText, figuresText, type Table, tableOf } from "./figures.ts";

/** Addresses in a mail; servers that do not know their own have none. */
export type Links = Readonly<{
  page: string;
  csv: string;
  unsubscribe: string;
  /** For mailboxes (RFC 8058). */
  oneClick: string;
}>;

export type Composed = Readonly<{
  words: Words;
  report: Report;
  csv: Readonly<{ name: string; text: string }>;
  /** Who mails which report of which team. */
  about: Readonly<{ owner: string; name: string; team: string }>;
  /** Whether the recipient has asked for this one mail. */
  isTest: boolean;
  links: Links | null;
}>;

const isLarge = ({ csv }: Composed): boolean => Buffer.byteLength(csv.text) > ATTACHED_BYTES.value;

/** All of a mail but its sender and its recipient. */
export function composeMail(mail: Composed) {
  const { words, report, csv, about, links } = mail;
  const table = tableOf(report, words);
  const headers: Record<string, string> = { "auto-submitted": "auto-generated" };
  if (links !== null) {
    headers["list-unsubscribe"] = `<${links.oneClick}>`;
    headers["list-unsubscribe-post"] = "List-Unsubscribe=One-Click";
  }
  return {
    subject: `${about.name}: ${daysText(report, words)}`,
    text: textOf(mail, table),
    html: htmlOf(mail, table).text,
    headers,
    attachments: isLarge(mail)
      ? []
      : [
          {
            filename: `${csv.name}.csv`,
            contentType: "text/csv; charset=utf-8",
            content: csv.text,
          },
        ],
  };
}

const whyText = ({ words, about, isTest }: Composed): string =>
  fill(isTest ? words.why_test : words.why, about);

const csvText = (mail: Composed): string => {
  const { words, links } = mail;
  if (!isLarge(mail)) return words.attached;
  return links === null ? words.large_page : words.large;
};

const moreText = ({ words }: Composed, { more }: Table): string =>
  more === 0 ? "" : counted(words, words.more, more);

function textOf(mail: Composed, table: Table): string {
  const { words, report, links } = mail;
  const { head, rows } = table;
  const list = [head, ...rows].map((cells) => cells.join(" · ")).join("\n");
  return [
    figuresText(report, words),
    rows.length === 0 ? "" : list,
    moreText(mail, table),
    isLarge(mail) && links !== null ? `${csvText(mail)}\n${links.csv}` : csvText(mail),
    links === null ? "" : `${words.open}:\n${links.page}`,
    words.utc,
    `-- \n${whyText(mail)}`,
    links === null ? "" : `${words.unsubscribe}: ${links.unsubscribe}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

const CELL = "padding:4px 12px 4px 0;border-bottom:1px solid #ccc;vertical-align:top;";

const alignOf = ({ head, figures }: Table, at: number): string =>
  at < head.length - figures ? "text-align:left" : "text-align:right";

const tableHtml = (table: Table): Html => html`
<table style="border-collapse:collapse;margin:16px 0">
<tr>${table.head.map((name, at) => html`<th scope="col" style="${CELL}${alignOf(table, at)}">${name}</th>`)}</tr>
${table.rows.map(
  (cells) =>
    html`<tr>${cells.map((cell, at) => html`<td style="${CELL}${alignOf(table, at)}">${cell}</td>`)}</tr>`,
)}</table>`;

function htmlOf(mail: Composed, table: Table): Html {
  const { words, report, about, links } = mail;
  const more = moreText(mail, table);
  return html`<!doctype html><html lang="${words.lang}"><head><meta charset="utf-8"><title>${about.name}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:640px">
<h1 style="font-size:20px">${about.name}</h1>
<p><strong>${figuresText(report, words)}</strong></p>
${table.rows.length > 0 && tableHtml(table)}
${more !== "" && html`<p>${more}</p>`}
<p>${csvText(mail)}${isLarge(mail) && links !== null && html` <a href="${links.csv}">CSV</a>`}</p>
${links !== null && html`<p><a href="${links.page}">${words.open}</a></p>`}
<p style="font-size:13px">${words.utc}</p>
<hr><p style="font-size:13px">${whyText(mail)}${links !== null && html` <a href="${links.unsubscribe}">${words.unsubscribe}</a>`}</p>
</body></html>`;
}
